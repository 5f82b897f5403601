/** The billed loads and charges, and the loads whose billed total has changed since (SPEC C169, C171). */
import { sql } from 'kysely'
import type { BillingDrift } from '#core/invoices/responses.ts'
import type { Database, Work } from '#server/database/open.ts'
import { codeOf, constraintOf, UNIQUE_VIOLATION } from '#server/database/transaction.ts'
import { RequestError } from '#server/errors.ts'

/** Updates what is standing after invoices changed. The loads are locked. Throws 409 if a load is on another invoice now. */
export async function refreshStanding(
  work: Work,
  userId: string,
  invoiceIds: readonly number[],
  loadIds: readonly number[],
): Promise<void> {
  try {
    await sql`select refresh_invoice_standing(${userId}::uuid, ${invoiceIds}::bigint[])`.execute(
      work,
    )
  } catch (error) {
    if (codeOf(error) === UNIQUE_VIOLATION && /^invoice_(loads|lines)_/.test(constraintOf(error)))
      throw new RequestError(409, 'Its loads or charges are billed on another invoice now')
    throw error
  }
  await sql`select refresh_billing_drift(${userId}::uuid, ${loadIds}::bigint[])`.execute(work)
}

/** The loads of an invoice whose billed total has changed since. */
export async function readBillingDrift(
  work: Database | Work,
  userId: string,
  invoiceId: number,
): Promise<BillingDrift[]> {
  const { rows } = await sql<BillingDrift>`
    select drift.load_id, coalesce(load.load_id, '') as load_number, drift.billed, drift.today,
      find_unbilled_total(${userId}::uuid, drift.load_id) as unbilled
    from invoice_loads as billed
      join invoices as invoice on invoice.user_id = ${userId} and invoice.id = billed.invoice_id
        and invoice.state = 'approved' and invoice.kind = 'invoice'
      join invoice_drift as drift on drift.user_id = ${userId} and drift.load_id = billed.load_id
      left join loads as load on load.user_id = ${userId} and load.id = drift.load_id
    where billed.user_id = ${userId} and billed.invoice_id = ${invoiceId} and billed.standing
    order by load.delivery_date, drift.load_id`.execute(work)
  return rows
}

/** The credit notes that credited lines in full which the invoice bills again, by load and kind of charge (SPEC C331). */
export async function readBilledAgain(
  work: Work,
  userId: string,
  invoiceId: number,
): Promise<{ invoiceId: number; creditNoteId: number; loadId: number }[]> {
  const { rows } = await sql<{ invoiceId: number; creditNoteId: number; loadId: number }>`
    select distinct note.credits_id as invoice_id, note.id as credit_note_id, again.load_id
    from invoice_lines as again
      join invoice_lines as credited on credited.user_id = ${userId} and credited.load_id = again.load_id
        and credited.kind = again.kind and coalesce(credited.charge_id = again.charge_id, true)
        and credited.invoice_id <> again.invoice_id and not credited.standing
      join invoice_lines as credit on credit.user_id = ${userId} and credit.credits_line_id = credited.id
      join invoices as note on note.user_id = ${userId} and note.id = credit.invoice_id and note.state = 'approved'
    where again.user_id = ${userId} and again.invoice_id = ${invoiceId}
    order by note.id, again.load_id`.execute(work)
  return rows
}
