/** What covers the part of an invoice that is not open, for messages that name the step to take (SPEC C336). */
import { sql } from 'kysely'
import type { InvoiceCover } from '#core/receivables/cover.ts'
import type { Work } from '#server/database/open.ts'

export async function readCover(
  work: Work,
  userId: string,
  invoiceId: number,
): Promise<InvoiceCover> {
  const { rows } = await sql<InvoiceCover>`
    select coalesce(-sum(amount) filter (where receipt_id is not null and difference_id is null), 0.00) as paid,
      coalesce(-sum(amount) filter (where difference_id is not null), 0.00) as differences,
      coalesce(-sum(amount) filter (where factor_entry_id is not null), 0.00) as to_factor
    from receivable_entries where user_id = ${userId} and invoice_id = ${invoiceId}`.execute(work)
  return rows[0] ?? { paid: '0.00', differences: '0.00', toFactor: '0.00' }
}
