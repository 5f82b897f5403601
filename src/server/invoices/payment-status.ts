/** Updates the payment status of loads, which follows their invoices (SPEC C172). */
import { sql } from 'kysely'
import type { Work } from '#server/database/open.ts'
import { accountDay } from '#server/today.ts'

/**
 * Call it in the transaction in which the invoices were approved, sent, paid, credited, voided or funded. A status that a member
 * set does not change. Lock the loads and the invoices first.
 */
export async function updatePaymentStatus(
  work: Work,
  userId: string,
  invoiceIds: readonly number[],
): Promise<void> {
  if (!invoiceIds.length) return
  await sql`select follow_invoices(${userId}::uuid, ${invoiceIds}::bigint[], ${accountDay()}::date)`.execute(
    work,
  )
}

/** Like `updatePaymentStatus`, for loads that were put on an invoice or taken off it. */
export async function updatePaymentStatusOfLoads(
  work: Work,
  userId: string,
  loadIds: readonly number[],
): Promise<void> {
  if (!loadIds.length) return
  await sql`select follow_loads(${userId}::uuid, ${loadIds}::bigint[], ${accountDay()}::date)`.execute(
    work,
  )
}

/** Makes the load's payment status follow its invoices again, after a member set it. Lock the load first. */
export async function setAutomatic(work: Work, userId: string, loadId: number): Promise<void> {
  await sql`select follow_load_again(${userId}::uuid, ${loadId}::bigint, ${accountDay()}::date)`.execute(
    work,
  )
}
