/** Which loads invoices bill, so that they can't be deleted (SPEC C169, C356). */
import { sql } from 'kysely'
import { invoiceMessages } from '#core/invoices/messages.ts'
import type { Database, Work } from '#server/database/open.ts'

/** Why each load on an invoice can't be deleted, by id. The database rejects these deletions with the same message. */
export async function findInvoicedLoads(
  work: Database | Work,
  userId: string,
  ids: number[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; loadId: string; number: string | null }>`
    select load.id, load.load_id, invoice.number
    from invoice_loads as billed
      join invoices as invoice on invoice.user_id = ${userId} and invoice.id = billed.invoice_id
      join loads as load on load.user_id = ${userId} and load.id = billed.load_id
    where billed.user_id = ${userId} and billed.load_id = any(${ids}) and billed.standing`.execute(
    work,
  )
  return new Map(
    rows.map(({ id, loadId, number }) => [id, invoiceMessages.keepsLoad(loadId, number)]),
  )
}
