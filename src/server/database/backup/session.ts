/** A connection of a backup's own: it may take as long as it needs. */
import pg from 'pg'
import type { Connection } from '#server/database/open.ts'

export async function withSession<Result>(
  connection: Connection,
  work: (session: pg.Client) => Promise<Result>,
): Promise<Result> {
  const session = new pg.Client({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    options: '-c timezone=UTC -c datestyle=ISO,YMD -c bytea_output=hex -c extra_float_digits=1',
    // Numbers stay the text they are: an id may be larger than a JavaScript number holds.
    types: { getTypeParser: () => (text: string) => text },
  })
  await session.connect()
  try {
    return await work(session)
  } finally {
    await session.end()
  }
}

/** Every statement of a session speaks of one moment, and what it wrote is kept whole or not at all. */
export async function withSnapshot<Result>(
  session: pg.Client,
  mode: 'read only' | 'read write',
  work: () => Promise<Result>,
): Promise<Result> {
  await session.query(`begin isolation level repeatable read ${mode}`)
  try {
    // Behind a pooler the role has a limit of its own.
    await session.query('set local statement_timeout = 0')
    const result = await work()
    await session.query('commit')
    return result
  } catch (error) {
    // Where the connection itself broke there is nothing left to roll back.
    await session.query('rollback').catch(() => undefined)
    throw error
  }
}
