/** Records the SQL that the server's code sends, to send the same SQL through the bare driver. */
import pg from 'pg'
import { CONNECTIONS, openDatabase, SESSION_OPTIONS, type Database } from '#server/database/open.ts'
import type { Bench } from './bench.ts'

export type Statement = { text: string; values: unknown[]; name?: string }

/** Returns the SQL statements that `run` sends, in their order. */
export async function recordSql(
  { connection }: Pick<Bench, 'connection'>,
  run: (database: Database) => Promise<unknown>,
): Promise<Statement[]> {
  const sent: Statement[] = []
  const query = pg.Client.prototype.query
  const record = function (this: pg.Client, ...args: unknown[]) {
    const [first, values] = args
    if (typeof first === 'string') sent.push({ text: first, values: (values as unknown[]) ?? [] })
    else if (isStatement(first)) {
      const { text, name } = first
      sent.push({
        text,
        values: (values as unknown[]) ?? first.values ?? [],
        ...(name && { name }),
      })
    }
    return Reflect.apply(query, this, args) as unknown
  }
  Object.assign(pg.Client.prototype, { query: record })
  const database = openDatabase(connection, () => undefined)
  try {
    await run(database)
  } finally {
    Object.assign(pg.Client.prototype, { query })
    await database.destroy()
  }
  // Each connection checks once whether there is a pooler. The bare driver does not.
  return sent.filter(({ text }) => !text.includes('pg_backend_pid'))
}

/** A pool of the server's size, with its connection settings. */
export function openBarePool({ connection }: Pick<Bench, 'connection'>): pg.Pool {
  const pool = new pg.Pool({ ...connection, max: CONNECTIONS, options: SESSION_OPTIONS })
  // Without a handler, the run ends when a connection closes because the database stops.
  return pool.on('error', () => undefined)
}

function isStatement(value: unknown): value is Statement {
  return typeof value === 'object' && value !== null && 'text' in value
}
