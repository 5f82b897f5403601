/** The job that updates the payment status of loads whose invoices became overdue on their account's day (SPEC C172). */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { Work } from '#server/database/open.ts'

const ACCOUNTS_AT_ONCE = 100

/** Updates at most `most` accounts. Returns true if there is more to do. */
export async function followDueInvoices(
  work: Work,
  instant: Date = new Date(),
  most = ACCOUNTS_AT_ONCE,
): Promise<boolean> {
  const { rows } = await sql<{ done: number }>`
    select follow_due_invoices(${instant.toISOString()}::timestamptz, ${most}) as done`.execute(
    work,
  )
  return rows[0]?.done === most
}

/** Zones are up to 26 hours apart. */
const MOST_DAYS_APART = 2

/**
 * Call it after the account's day became another one, which can also be an earlier one: loads of invoices that are due about now
 * become overdue, or are not yet (SPEC C506).
 */
export async function followNewDay(work: Work, userId: string, today: Day): Promise<void> {
  const near = await sql<{ id: number }>`select id from invoices
    where user_id = ${userId} and state = 'approved'
      and (due_on between ${today}::date - ${MOST_DAYS_APART}::integer and ${today}::date + ${MOST_DAYS_APART}::integer
        or last_entry_on >= ${today}::date - ${MOST_DAYS_APART}::integer)`.execute(work)
  const ids = near.rows.map(({ id }) => id)
  const behind = await sql<{ ids: number[] | null }>`
    select find_loads_behind(${userId}::uuid, ${ids}::bigint[], ${today}::date) as ids`.execute(
    work,
  )
  const loadIds = behind.rows[0]?.ids
  if (loadIds?.length)
    await sql`select follow_loads(${userId}::uuid, ${loadIds}::bigint[], ${today}::date)`.execute(
      work,
    )
}
