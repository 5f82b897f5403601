/** What invoices use, so that it can't be deleted (SPEC C169, C356). */
import { sql } from 'kysely'
import { invoiceMessages } from '#core/invoices/messages.ts'
import type { Database, Work } from '#server/database/open.ts'

/** Counts the invoices and credit notes of each broker, drafts and void ones too. Brokers without any are left out. */
export async function countInvoicesOfBrokers(
  work: Database | Work,
  userId: string,
  ids: number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ brokerId: number; count: number }>`
    select broker_id, count(*) as count from invoices
    where user_id = ${userId} and broker_id = any(${ids}) group by broker_id`.execute(work)
  return new Map(rows.map(({ brokerId, count }) => [brokerId, count]))
}

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
