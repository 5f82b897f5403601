/** The job that updates the payment status of loads whose invoices became overdue on their account's day (SPEC C172). */
import { sql } from 'kysely'
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
