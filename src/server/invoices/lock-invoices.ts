/** Locks invoices for a change. Every feature that changes what an invoice is owed locks it first (SPEC C166). */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { InvoiceKind, InvoiceState } from '#core/invoices/status.ts'
import type { Amount } from '#core/money.ts'
import type { Work } from '#server/database/open.ts'
import { lockLoadsToBill, readLoadIds } from './loads-to-bill.ts'

export type LockedInvoice = {
  id: number
  kind: InvoiceKind
  state: InvoiceState
  number: string | null
  brokerId: number
  total: Amount
  openAmount: Amount
  creditedAmount: Amount
  invoiceDate: Day | null
  dueOn: Day | null
  factorId: number | null
  creditsId: number | null
  supplementsId: number | null
  version: number
}

/**
 * Like `lockInvoices`, but locks the loads of the invoices first. Every change of money that also changes the loads, by
 * `updatePaymentStatus` or a credit note, starts with this call and passes all its invoices (SPEC C254).
 */
export async function lockInvoicesAndLoads(
  work: Work,
  userId: string,
  ids: readonly number[],
): Promise<LockedInvoice[]> {
  if (!ids.length) return []
  await lockLoadsToBill(work, userId, await readLoadIds(work, userId, ids))
  return lockInvoices(work, userId, ids)
}

/**
 * Locks the invoices until the transaction ends, in the order of their ids, so that two requests never deadlock. Lock loads
 * before invoices. An id that the account does not have is left out.
 */
export async function lockInvoices(
  work: Work,
  userId: string,
  ids: readonly number[],
): Promise<LockedInvoice[]> {
  const { rows } = await sql<LockedInvoice>`
    select id, kind, state, number, broker_id, total, open_amount, credited_amount, invoice_date, due_on, factor_id, credits_id,
      supplements_id, version
    from invoices where user_id = ${userId} and id = any(${ids}::bigint[]) order by id for no key update`.execute(
    work,
  )
  return rows
}
