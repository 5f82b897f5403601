/** Streams large reads from one snapshot of the database, in constant memory. */
import type { Readable } from 'node:stream'
import { sql, type RawBuilder } from 'kysely'
import type { Database, Work } from '#server/database/open.ts'
import { downloads } from './concurrency-limit.ts'
import { streamPieces } from './stream-pieces.ts'

const BATCH = 500
/** A client that stops reading loses its connection, so that it does not hold one of the pool forever. */
const LONGEST_PAUSE = '2min'

/**
 * Streams what `write` yields from one snapshot. Counts as a download of the account until the stream ends: throws 429 at
 * the limit. The first piece is made before this returns, so that an error up to there still becomes a status.
 */
export async function streamSnapshot(
  database: Database,
  userId: string,
  write: (work: Work) => AsyncGenerator<string | Uint8Array>,
): Promise<Readable> {
  const release = downloads.take(userId)
  const work = await beginReading(database).catch((error: unknown) => {
    release()
    throw error
  })
  // Nothing was written, and a lost connection has nothing to roll back.
  const rollBack = async () =>
    work
      .rollback()
      .execute()
      .catch(() => undefined)
      .then(release)
  return streamPieces(writeWithin(work, write), rollBack)
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
