/** Streams large reads from one snapshot of the database, in constant memory. */
import { Readable } from 'node:stream'
import { sql, type RawBuilder } from 'kysely'
import type { Database, Work } from '#server/database/open.ts'
import { downloads, type ConcurrencyLimit } from './concurrency-limit.ts'

const BATCH = 500
/** A client that stops reading loses its connection, so that it does not hold one of the pool forever. */
const LONGEST_PAUSE = '2min'

/**
 * Streams what `write` yields from one snapshot. Counts as a download of the account, within `limit`, until the stream ends:
 * throws 429 at the limit. The first piece is made before this returns, so that an error up to there still
 * becomes a status.
 */
export async function streamSnapshot(
  database: Database,
  userId: string,
  write: (work: Work) => AsyncGenerator<string | Uint8Array>,
  limit: ConcurrencyLimit = downloads,
): Promise<Readable> {
  const release = limit.take(userId)
  const work = await beginReading(database).catch((error: unknown) => {
    release()
    throw error
  })
  let ended: Promise<void> | undefined
  // Nothing was written, and a lost connection has nothing to roll back.
  const rollBack = async () =>
    work
      .rollback()
      .execute()
      .catch(() => undefined)
      .then(release)
  const end = () => (ended ??= rollBack())
  try {
    await sql`set local idle_in_transaction_session_timeout = ${sql.lit(LONGEST_PAUSE)}`.execute(
      work,
    )
    const pieces = write(work)
    const first = await pieces.next()
    const stream = Readable.from(withFirst(first, pieces, end), { objectMode: false })
    // A client that disconnects leaves the generator unfinished.
    stream.once('close', () => void end())
    return stream
  } catch (error) {
    await end()
    throw error
  }
}

/** The rows of a query in batches of 500. A transaction can have only one such read open at a time. */
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

/** Ends before the stream does: a client that then asks for the next file finds its slot free. */
async function* withFirst<Piece>(
  first: IteratorResult<Piece>,
  rest: AsyncGenerator<Piece>,
  end: () => Promise<void>,
) {
  if (!first.done) yield first.value
  yield* rest
  await end()
}
