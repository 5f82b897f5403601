/** Large reads that are sent while they are read: one moment of the database, in flat memory. */
import { Readable } from 'node:stream'
import { sql, type RawBuilder } from 'kysely'
import type { Database, Work } from '#server/database/open.ts'

const BATCH = 500
/** A reader that stops reading loses its connection: it would be kept from everybody else. */
const LONGEST_PAUSE = '2min'

/**
 * A stream of what `write` makes of one moment of the database. The first piece is made before this
 * returns: what is wrong by then can still be answered with its status. `onEnd` is called once, however it ends.
 */
export async function streamSnapshot(
  database: Database,
  write: (work: Work) => AsyncGenerator<string | Uint8Array>,
  onEnd: () => void,
): Promise<Readable> {
  const work = await beginReading(database).catch((error: unknown) => {
    onEnd()
    throw error
  })
  let ended: Promise<void> | undefined
  // Nothing was written; a connection that is gone already has nothing to roll back.
  const rollBack = async () =>
    work
      .rollback()
      .execute()
      .catch(() => undefined)
      .then(onEnd)
  const end = () => (ended ??= rollBack())
  try {
    await sql`set local idle_in_transaction_session_timeout = ${sql.lit(LONGEST_PAUSE)}`.execute(
      work,
    )
    const pieces = write(work)
    const first = await pieces.next()
    const stream = Readable.from(withFirst(first, pieces, end), { objectMode: false })
    // A reader that goes away early leaves the pieces where they are.
    stream.once('close', () => void end())
    return stream
  } catch (error) {
    await end()
    throw error
  }
}

/** The rows of a query, some hundred at a time. One such reading after the other in a transaction. */
export async function* readBatches<Row>(work: Work, query: RawBuilder<Row>): AsyncGenerator<Row[]> {
  await sql`declare reading no scroll cursor for ${query}`.execute(work)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(BATCH)} from reading`.execute(work)
    if (rows.length) yield rows
    if (rows.length < BATCH) break
  }
  await sql`close reading`.execute(work)
}

function beginReading(database: Database) {
  return database
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
}

/** Ended before the last piece is read: whoever asks for the next file then finds the place free. */
async function* withFirst<Piece>(
  first: IteratorResult<Piece>,
  rest: AsyncGenerator<Piece>,
  end: () => Promise<void>,
) {
  if (!first.done) yield first.value
  yield* rest
  await end()
}
