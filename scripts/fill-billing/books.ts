/** Exports the books of every month up to the one before the last, as the app does. */
import { sql } from 'kysely'
import { monthBefore, monthOf, type Day } from '#core/calendar.ts'
import { createBatch } from '#server/books/batches.ts'
import type { Database } from '#server/database/open.ts'

/** Call this after the account is filled. */
export async function exportBooks(database: Database, userId: string, today: Day): Promise<void> {
  const { rows } = await sql<{ personId: string; day: Day }>`
    with happened as (
      select day from receivable_entries where user_id = ${userId}
      union select approved_on from billing where user_id = ${userId} and approved_on is not null
      union select paid_on from payouts where user_id = ${userId})
    select distinct person_id, date_trunc('month', day)::date as day
    from happened join members on members.user_id = ${userId}
    where day < ${monthBefore(today).from}::date order by day`.execute(database)
  for (const { personId, day } of rows)
    await createBatch(
      database,
      { accountId: userId, personId },
      { ...monthOf(day), format: 'qbo-journal' },
      { personId, key: undefined, path: '', body: undefined },
    )
}
