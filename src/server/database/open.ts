/** Opens the database. No other file creates a connection for the app. */
import { CamelCasePlugin, Kysely, type Transaction } from 'kysely'
import pg from 'pg'
import { createDialect } from './dialect.ts'
import { createKeyringPlugin } from './secrets/keyring-plugin.ts'
import { watchConnection } from './connection-watchdog.ts'
import { joinPools } from './reserved-connections.ts'
import type { Tables } from './tables.ts'
import { parseBase64, toIsoTime } from './values.ts'

export type Database = Kysely<Tables>
export type Work = Transaction<Tables>

/** A connection string or its parts. */
export type Connection = string | { host: string; port: number; user: string; database: string }

export const CONNECTIONS = 10
/** Besides those, for the look-ups of sessions only: see `reserved-connections.ts`. */
const RESERVED_CONNECTIONS = 2
/**
 * `jit` and parallel workers cost more than any of our queries. `work_mem` lets PostgreSQL sort a page of 100,000
 * in memory. A pooler may drop these settings: `check-session-settings.ts` checks them at the start.
 */
export const SESSION_OPTIONS =
  '-c timezone=UTC -c datestyle=ISO,YMD -c bytea_output=hex -c jit=off -c work_mem=16MB' +
  ' -c max_parallel_workers_per_gather=0' +
  // On Citus, `set local haulbook.person` reaches the workers only with it. Plain PostgreSQL ignores it.
  ' -c citus.propagate_set_commands=local'
/** Below the three seconds within which a caller must get a response. */
const WAIT_FOR_CONNECTION_MS = 2_500
export const LONGEST_STATEMENT_MS = 30_000

type Opening = {
  /** 0 for no limit. Work for a request has the limit. */
  longestStatementMs?: number
  /** How long work waits for a connection, and a connection attempt for a database that hangs. */
  longestWaitMs?: number
  /** What the server reports beside its answers, for trials on Citus. */
  onNotice?: (notice: { message?: string | undefined; detail?: string | undefined }) => void
}

/** `onLost` is called for idle connections that broke. The pool replaces them. */
export function openDatabase(
  connection: Connection,
  onLost: (error: Error) => void,
  { longestStatementMs = LONGEST_STATEMENT_MS, longestWaitMs, onNotice }: Opening = {},
): Database {
  const config = typeof connection === 'string' ? { connectionString: connection } : connection
  function openPool(max: number): pg.Pool {
    const pool = new pg.Pool({
      ...config,
      // The audit log shows it: changes made with other programs have another name.
      application_name: 'haulbook',
      max,
      connectionTimeoutMillis: longestWaitMs ?? WAIT_FOR_CONNECTION_MS,
      statement_timeout: longestStatementMs,
      query_timeout: longestStatementMs,
      keepAlive: true,
      options: SESSION_OPTIONS,
      types: { getTypeParser: readType },
    })
    // Without a listener a lost idle connection would end the process.
    pool.on('error', onLost)
    // So would one that breaks within a transaction. Its queries fail and report the error.
    pool.on('connect', (client) => client.on('error', () => undefined))
    if (onNotice) pool.on('connect', (client) => client.on('notice', onNotice))
    watchConnection(pool, config, longestWaitMs)
    return pool
  }
  return new Kysely<Tables>({
    dialect: createDialect(joinPools(openPool(CONNECTIONS), openPool(RESERVED_CONNECTIONS))),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true }), createKeyringPlugin()],
  })
}

const { builtins } = pg.types
const AS_TEXT = new Set<number>([builtins.DATE, builtins.NUMERIC, builtins.BYTEA])

/**
 * Days and decimals stay text: the driver would turn a day into a `Date` in the server's time zone. Bytes stay
 * PostgreSQL's "\\x00ff", which passes through JSON, except those of `selectBytes`. Whole numbers (ids, counts) become
 * numbers, instants ISO text in UTC.
 */
function readType(oid: number, format?: 'text' | 'binary') {
  if (AS_TEXT.has(oid)) return (text: string) => text
  if (oid === builtins.INT8) return Number
  if (oid === builtins.BPCHAR) return parseBase64
  if (oid === builtins.TIMESTAMPTZ) return toIsoTime
  return pg.types.getTypeParser(oid, format ?? 'text')
}
