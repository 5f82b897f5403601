/** What the server sends to its database for a piece of work, to send the same through the bare driver. */
import pg from 'pg'
import { CONNECTIONS, openDatabase, SESSION_OPTIONS, type Database } from '#server/database/open.ts'
import type { Bench } from './bench.ts'

export type Statement = { text: string; values: unknown[]; name?: string }

/** Runs `work` by the server's own code, and gives its statements in their order. */
export async function statementsOf(
  { connection }: Pick<Bench, 'connection'>,
  work: (database: Database) => Promise<unknown>,
): Promise<Statement[]> {
  const sent: Statement[] = []
  const query = pg.Client.prototype.query
  const listen = function (this: pg.Client, ...given: unknown[]) {
    const [first, values] = given
    if (typeof first === 'string') sent.push({ text: first, values: (values as unknown[]) ?? [] })
    else if (isStatement(first))
      sent.push({ ...first, values: (values as unknown[]) ?? first.values })
    return Reflect.apply(query, this, given) as unknown
  }
  Object.assign(pg.Client.prototype, { query: listen })
  const database = openDatabase(connection, () => undefined)
  try {
    await work(database)
  } finally {
    Object.assign(pg.Client.prototype, { query })
    await database.destroy()
  }
  return sent
}

/** A pool as large as the server's, with its settings of a connection. */
export function barePool({ connection }: Pick<Bench, 'connection'>): pg.Pool {
  const pool = new pg.Pool({ ...connection, max: CONNECTIONS, options: SESSION_OPTIONS })
  // One that is still closing when the database stops would end the run.
  return pool.on('error', () => undefined)
}

function isStatement(given: unknown): given is Statement {
  return typeof given === 'object' && given !== null && 'text' in given
}
