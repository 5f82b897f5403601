/** A connection without time limits for backup and restore. */
import pg from 'pg'
import type { Connection } from '#server/database/open.ts'

/** Ends the connection, and so fails the work, as soon as `stop` aborts. */
export async function withSession<Result>(
  connection: Connection,
  work: (session: pg.Client) => Promise<Result>,
  stop?: AbortSignal,
): Promise<Result> {
  const session = new pg.Client({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    options: '-c timezone=UTC -c datestyle=ISO,YMD -c bytea_output=hex -c extra_float_digits=1',
    // Numbers stay text: an id may exceed JavaScript's safe integers.
    types: { getTypeParser: () => (text: string) => text },
  })
  // A lost connection fails its query, which reports it. Without a listener it would end the process.
  session.on('error', () => undefined)
  stop?.addEventListener('abort', () => session.connection.stream.destroy(), { once: true })
  await session.connect()
  try {
    return await work(session)
  } finally {
    await session.end()
  }
}

/** All statements of `work` see one snapshot, and their writes are committed together. */
export function withSnapshot<Result>(
  session: pg.Client,
  mode: 'read only' | 'read write',
  work: () => Promise<Result>,
): Promise<Result> {
  return inOneTransaction(session, `begin isolation level repeatable read ${mode}`, work)
}

/** All writes of `work` are committed together, or none. `begin`: the statement that starts the transaction. */
export async function inOneTransaction<Result>(
  session: pg.Client,
  begin: string,
  work: () => Promise<Result>,
): Promise<Result> {
  await session.query(begin)
  try {
    // Behind a pooler the role may have its own limit.
    await session.query('set local statement_timeout = 0')
    const result = await work()
    await session.query('commit')
    return result
  } catch (error) {
    // A broken connection has nothing to roll back.
    await session.query('rollback').catch(() => undefined)
    throw error
  }
}
