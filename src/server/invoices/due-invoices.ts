/** The daily job: loads whose invoices became overdue (SPEC C172). */
import { sql } from 'kysely'
import type { Work } from '#server/database/open.ts'
import { serverDay } from '#server/today.ts'

const ACCOUNTS_AT_ONCE = 100

/** Returns true if there is more to do. */
export async function followDueInvoices(work: Work): Promise<boolean> {
  const { rows } = await sql<{ done: number }>`
    select follow_due_invoices(${serverDay()}::date, ${ACCOUNTS_AT_ONCE}) as done`.execute(work)
  return rows[0]?.done === ACCOUNTS_AT_ONCE
}
