/** Opens the database: the one place that makes a connection. */
import { CamelCasePlugin, Kysely, type Transaction } from 'kysely'
import pg from 'pg'
import { createDialect } from './dialect.ts'
import { createKeyringPlugin } from './secrets/keyring-plugin.ts'
import { watchConnection } from './connection-watchdog.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>
export type Work = Transaction<Tables>

/** A connection string, or the parts of one. */
export type Connection = string | { host: string; port: number; user: string; database: string }

export const CONNECTIONS = 10
/**
 * Compiling a query, or starting helpers for it, takes longer than any of ours; a deep page of 100,000 is sorted in
 * memory. A pooler may drop these: `foreign-session` looks at the start whether they came through.
 */
export const SESSION_OPTIONS =
  '-c timezone=UTC -c datestyle=ISO,YMD -c bytea_output=hex -c jit=off -c work_mem=16MB' +
  ' -c max_parallel_workers_per_gather=0'
/** Kept under the three seconds after which a caller is told that the database is away. */
const WAIT_FOR_CONNECTION_MS = 2_500
const LONGEST_STATEMENT_MS = 30_000

type Opening = {
  /** 0: as long as it takes. Anything that answers a request has the limit. */
  longestStatementMs?: number
}

/** `onLost` hears of idle connections that broke; the pool replaces them by itself. */
export function openDatabase(
  connection: Connection,
  onLost: (error: Error) => void,
  { longestStatementMs = LONGEST_STATEMENT_MS }: Opening = {},
): Database {
  const config = typeof connection === 'string' ? { connectionString: connection } : connection
  const pool = new pg.Pool({
    ...config,
    // By this the audit log tells our own changes from those by another way.
    application_name: 'haulbook',
    max: CONNECTIONS,
    connectionTimeoutMillis: WAIT_FOR_CONNECTION_MS,
    statement_timeout: longestStatementMs,
    query_timeout: longestStatementMs,
    keepAlive: true,
    options: SESSION_OPTIONS,
    types: { getTypeParser: readType },
  })
  // Without a listener the loss of an idle connection would end the process.
  pool.on('error', onLost)
  // One that breaks in the middle of a transaction too. Its queries fail, and are answered for there.
  pool.on('connect', (client) => client.on('error', () => undefined))
  watchConnection(pool, config)
  return new Kysely<Tables>({
    dialect: createDialect(pool),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true }), createKeyringPlugin()],
  })
}

const { builtins } = pg.types
const AS_TEXT = new Set<number>([builtins.DATE, builtins.NUMERIC, builtins.BYTEA])

/**
 * Days and decimals stay the text they are: the driver's own parsers would make a `Date` of a day,
 * in the server's time zone. Bytes stay PostgreSQL's "\\x00ff", so that they pass through JSON. Whole
 * numbers (ids, counts) become numbers, instants ISO text in UTC.
 */
function readType(oid: number, format?: 'text' | 'binary') {
  if (AS_TEXT.has(oid)) return (text: string) => text
  if (oid === builtins.INT8) return Number
  if (oid === builtins.TIMESTAMPTZ) return toIsoTime
  return pg.types.getTypeParser(oid, format ?? 'text')
}

function toIsoTime(text: string): string {
  return new Date(text).toISOString()
}
