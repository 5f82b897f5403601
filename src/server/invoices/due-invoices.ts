/** The daily job that updates the payment status of loads whose invoices became overdue (SPEC C172). */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { Work } from '#server/database/open.ts'
import { serverDay } from '#server/today.ts'

const ACCOUNTS_AT_ONCE = 100

/** Updates at most `most` accounts. Returns true if there is more to do. */
export async function followDueInvoices(
  work: Work,
  today: Day = serverDay(),
  most = ACCOUNTS_AT_ONCE,
): Promise<boolean> {
  const { rows } = await sql<{ done: number }>`
    select follow_due_invoices(${today}::date, ${most}) as done`.execute(work)
  return rows[0]?.done === most
}
