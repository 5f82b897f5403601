/** The payment status of loads follows their invoices (SPEC C172). */
import { sql } from 'kysely'
import type { Work } from '#server/database/open.ts'
import { serverDay } from '#server/today.ts'

/**
 * Call it in the transaction that changed a fact of the invoices: approved, sent, paid, credited, voided, funded. A status that
 * someone set by hand stays. Lock the invoices first.
 */
export async function followInvoice(
  work: Work,
  userId: string,
  invoiceIds: readonly number[],
): Promise<void> {
  if (!invoiceIds.length) return
  await sql`select follow_invoices(${userId}::uuid, ${invoiceIds}::bigint[], ${serverDay()}::date)`.execute(
    work,
  )
}
