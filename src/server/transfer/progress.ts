/** The progress of imports, stored in the database so that any instance of the server can report it (SPEC B52). */
import { sql } from 'kysely'
import type { ImportProgress } from '#core/transfer/import.ts'
import { CLOCK_TOLERANCE } from '#server/database/clock.ts'
import type { Database, Work } from '#server/database/open.ts'

/** No statement runs longer than half of it, so the server of a silent import has stopped. */
const LONGEST_SILENCE = sql<string>`now() - interval '1 minute'`

type Stored = Exclude<ImportProgress['state'], 'waiting' | 'lost'>
type Reached = Pick<ImportProgress, 'done' | 'total'>

function trackProgress(database: Database, userId: string, key: string) {
  async function write(work: Database | Work, { done, total }: Reached, state: Stored) {
    const row = { done, total, state, updatedAt: sql<string>`now()` }
    await work
      .insertInto('imports')
      .values({ ...row, userId, key })
      // The time comes from the inserted row, because a distributed database rejects `now()` here (SPEC C257).
      .onConflict((conflict) =>
        conflict.columns(['userId', 'key']).doUpdateSet(({ ref }) => ({
          done,
          total,
          state,
          updatedAt: ref('excluded.updatedAt'),
        })),
      )
      .execute()
  }

  return {
    start: (total: number) => write(database, { done: 0, total }, 'running'),

    reached: (done: number, total: number) => write(database, { done, total }, 'running'),

    refused: (total: number) => write(database, { done: 0, total }, 'refused'),

    done: (work: Work, total: number) => write(work, { done: total, total }, 'done'),
  }
}

type Tracked = { userId: string; key: string; total: number }

/** Runs an import, which reports its progress. An import that fails after `start` is rejected. */
export async function trackImport<Result>(
  database: Database,
  { userId, key, total }: Tracked,
  run: (progress: TrackedImport) => Promise<Result>,
): Promise<Result> {
  const progress = trackProgress(database, userId, key)
  let started = false
  try {
    return await run({
      async start() {
        await progress.start(total)
        started = true
      },
      reached: (done) => progress.reached(done, total),
      done: (work) => progress.done(work, total),
    })
  } catch (error) {
    // If the key belongs to another import, that import's state must not change.
    if (started) await progress.refused(total).catch(() => undefined)
    throw error
  }
}

type TrackedImport = {
  start: () => Promise<void>
  reached: (done: number) => Promise<void>
  /** Pass the import's transaction, so that the import is done if and only if its records exist. */
  done: (work: Work) => Promise<void>
}

/** An import of another account looks like one that was never sent: `waiting`. */
export async function readProgress(
  database: Database,
  userId: string,
  key: string,
): Promise<ImportProgress> {
  const found = await database
    .selectFrom('imports')
    .select(['state', 'done', 'total'])
    .select(
      sql<boolean>`updated_at not between ${LONGEST_SILENCE} and ${CLOCK_TOLERANCE}`.as('silent'),
    )
    .where('userId', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!found) return { state: 'waiting', done: 0, total: 0 }
  const { state, silent, done, total } = found
  return { state: state === 'running' && silent ? 'lost' : state, done, total }
}

/** Deletes the progress of imports that ended or were lost more than a day ago, or have a time in the future because a clock was ahead. */
export async function deleteOldProgress(work: Work): Promise<void> {
  await work
    .deleteFrom('imports')
    .where((is) =>
      is.or([
        is('updatedAt', '<', sql<string>`now() - interval '1 day'`),
        is('updatedAt', '>', CLOCK_TOLERANCE),
      ]),
    )
    .execute()
}
