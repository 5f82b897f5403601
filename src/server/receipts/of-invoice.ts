/** The money and the differences of an invoice (SPEC C194). */
import { sql } from 'kysely'
import type { InvoiceReceipts } from '#core/receipts/responses.ts'
import type { Database, Work } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'
import { readInvoiceFacts } from '#server/invoices/read-invoices.ts'
import { nameCredits } from './details.ts'
import { readDifferences } from './rows.ts'

/** Throws 404 if the account has no such invoice. */
export async function readInvoiceReceipts(
  database: Database | Work,
  userId: string,
  invoiceId: number,
): Promise<InvoiceReceipts> {
  if (!(await readInvoiceFacts(database, userId, { ids: [invoiceId] })).length) throw notFound()
  const { rows: parts } = await sql<InvoiceReceipts['parts'][number]>`
    select part.id, part.receipt_id, part.invoice_id, part.amount, part.applied_on, part.was_unapplied, part.ended,
      part.ended_on, receipt.received_on, receipt.method, receipt.reference
    from receipt_parts as part
      join receipts as receipt on receipt.user_id = ${userId} and receipt.id = part.receipt_id
    where part.user_id = ${userId} and part.invoice_id = ${invoiceId}
    order by part.applied_on, part.id`.execute(database)
  const differences = await readDifferences(database, userId, { invoiceId })
  return { parts, differences: await nameCredits(database, userId, differences) }
}
