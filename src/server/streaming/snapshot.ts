/** Streams large reads from one snapshot of the database, in constant memory. */
import type { Readable } from 'node:stream'
import { sql, type RawBuilder } from 'kysely'
import type { Database, Work } from '#server/database/open.ts'
import { createQueue } from '#server/queue.ts'
import { downloads } from './concurrency-limit.ts'
import { spool } from './spool.ts'

const BATCH = 500
/** A client that stops reading loses its connection, so that it does not hold one of the pool forever. */
const LONGEST_PAUSE = '2min'
/** Downloads that are being made, with a connection of the pool each. Accounts take turns, and none takes the last place of the others. */
const places = createQueue({
  maxRunning: 4,
  maxRunningEach: 2,
  keptForOthers: 1,
  maxWaiting: 2,
  maxWaitMs: 10_000,
})

/**
 * Streams what `write` yields from one snapshot. Counts as a download of the account until the client has read it: throws 429 at
 * the limit, and 503 if others make downloads for too long. The first piece is made before this returns, so that an error up to
 * there still becomes a status.
 */
export async function streamSnapshot(
  database: Database,
  userId: string,
  write: (work: Work) => AsyncGenerator<string | Uint8Array>,
): Promise<Readable> {
  const release = downloads.take(userId)
  const leave = await orElse(release, places([userId, '']))
  const end = () => {
    leave()
    release()
  }
  const work = await orElse(end, beginReading(database))
  // Nothing was written, and a lost connection has nothing to roll back.
  const onMade = async () => {
    await work
      .rollback()
      .execute()
      .catch(() => undefined)
    leave()
  }
  const pieces = writeWithin(work, write)
  const first = await orElse(() => onMade().then(release), pieces.next())
  return spool(withFirst(first, pieces), { onMade, onRead: release })
}

/** Runs `end` if the promise is rejected. */
async function orElse<Result>(
  end: () => void | Promise<void>,
  promise: Promise<Result>,
): Promise<Result> {
  try {
    return await promise
  } catch (error) {
    await end()
    throw error
  }
}

async function* withFirst<Piece>(
  first: IteratorResult<Piece>,
  rest: AsyncGenerator<Piece>,
): AsyncGenerator<Piece> {
  if (!first.done) yield first.value
  yield* rest
}

async function* writeWithin(
  work: OpenTransaction,
  write: (work: Work) => AsyncGenerator<string | Uint8Array>,
) {
  await sql`set local idle_in_transaction_session_timeout = ${sql.lit(LONGEST_PAUSE)}`.execute(work)
  yield* write(work)
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

type OpenTransaction = Awaited<ReturnType<typeof beginReading>>
