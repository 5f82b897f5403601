/** How far imports are, kept in the database: any copy of the server may be asked (SPEC B52). */
import { sql } from 'kysely'
import type { ImportProgress } from '#core/transfer/import.ts'
import type { Database, Work } from '#server/database/open.ts'

/** No statement runs longer than half of it: an import that is silent for so long has lost its server. */
const LONGEST_SILENCE = sql<string>`now() - interval '1 minute'`
const KEPT = sql<string>`now() - interval '1 day'`

type Stored = Exclude<ImportProgress['state'], 'waiting' | 'lost'>
type Reached = Pick<ImportProgress, 'done' | 'total'>

export function trackProgress(database: Database, userId: string, key: string) {
  async function write(work: Database | Work, { done, total }: Reached, state: Stored) {
    const row = { done, total, state, updatedAt: sql<string>`now()` }
    await work
      .insertInto('imports')
      .values({ ...row, userId, key })
      .onConflict((conflict) => conflict.columns(['userId', 'key']).doUpdateSet(row))
      .execute()
  }

  return {
    /** Forgets what is older than a day. */
    async start(total: number): Promise<void> {
      await database
        .deleteFrom('imports')
        .where('userId', '=', userId)
        .where('updatedAt', '<', KEPT)
        .execute()
      await write(database, { done: 0, total }, 'running')
    },

    reached: (done: number, total: number) => write(database, { done, total }, 'running'),

    refused: (total: number) => write(database, { done: 0, total }, 'refused'),

    /** In the import's own transaction: it is done exactly when its records are there. */
    done: (work: Work, total: number) => write(work, { done: total, total }, 'done'),
  }
}

/** Another account's import waits as one that was never sent does: nothing tells them apart. */
export async function readProgress(
  database: Database,
  userId: string,
  key: string,
): Promise<ImportProgress> {
  const found = await database
    .selectFrom('imports')
    .select(['state', 'done', 'total'])
    .select(sql<boolean>`updated_at < ${LONGEST_SILENCE}`.as('silent'))
    .where('userId', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!found) return { state: 'waiting', done: 0, total: 0 }
  const { state, silent, done, total } = found
  return { state: state === 'running' && silent ? 'lost' : state, done, total }
}
