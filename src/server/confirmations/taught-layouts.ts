/** Keeps the layouts that members taught by pointing (SPEC C147). */
import { sql } from 'kysely'
import {
  mergeLayouts,
  MAX_TAUGHT_LAYOUTS,
  type NewLayout,
  type StoredLayout,
  type TaughtLayout,
} from '#core/confirmations/taught/taught-layout.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION } from '#server/database/values.ts'
import { notFound, RequestError } from '#server/errors.ts'

const TOO_MANY = `At most ${MAX_TAUGHT_LAYOUTS} layouts are remembered. Forget one that is no longer used.`

const COLUMNS = ['id', 'layout'] as const

export function listLayouts(work: Database | Work, userId: string): Promise<StoredLayout[]> {
  return work
    .selectFrom('taughtLayouts')
    .select(COLUMNS)
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
}

/**
 * Adds the fields to the layout with the id, or to a layout that recognizes the same papers. Otherwise adds a new layout. Throws
 * 409 if the account has too many layouts.
 */
export function teachLayout(
  database: Database,
  userId: string,
  { id, layout }: NewLayout,
): Promise<StoredLayout> {
  return inTransaction(database, async (work) => {
    const earlier = await lockEarlier(work, userId, id, layout)
    if (earlier) return updateLayout(work, userId, earlier.id, mergeLayouts(earlier.layout, layout))
    const { count } = await work
      .selectFrom('taughtLayouts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow()
    if (Number(count) >= MAX_TAUGHT_LAYOUTS) throw new RequestError(409, TOO_MANY)
    return work
      .insertInto('taughtLayouts')
      .values({ userId, broker: layout.broker, layout: JSON.stringify(layout) })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
  })
}

/** Deletes the layout. The broker's next paper is read without it. Throws 404. */
export async function forgetLayout(database: Database, userId: string, id: number): Promise<void> {
  // In a transaction, the audit log has the person.
  const deleted = await inTransaction(database, (work) =>
    work
      .deleteFrom('taughtLayouts')
      .where('userId', '=', userId)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst(),
  )
  if (!deleted) throw notFound()
}

function lockEarlier(
  work: Work,
  userId: string,
  id: number | null,
  { marks, words }: TaughtLayout,
): Promise<StoredLayout | undefined> {
  return work
    .selectFrom('taughtLayouts')
    .select(COLUMNS)
    .where('userId', '=', userId)
    .where(({ eb, or, and }) =>
      or([
        eb('id', '=', id),
        and([
          sql<boolean>`layout -> 'marks' = ${JSON.stringify(marks)}::jsonb`,
          sql<boolean>`layout -> 'words' = ${JSON.stringify(words)}::jsonb`,
        ]),
      ]),
    )
    .orderBy(sql`id = ${id} desc nulls last`)
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

function updateLayout(
  work: Work,
  userId: string,
  id: number,
  layout: TaughtLayout,
): Promise<StoredLayout> {
  return work
    .updateTable('taughtLayouts')
    .set({ layout: JSON.stringify(layout), ...NEXT_VERSION })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}
