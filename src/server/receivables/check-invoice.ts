/** The invoice that a dispute or a contact is about. */
import type { Day } from '#core/calendar.ts'
import type { Amount } from '#core/money.ts'
import type { Database, Work } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'

/** Reads the invoice. The dates of a draft are null, because they do not count yet. Throws 404. */
export async function checkInvoice(
  work: Database | Work,
  userId: string,
  id: number,
): Promise<{
  brokerId: number
  openAmount: Amount
  invoiceDate: Day | null
  billedOn: Day | null
}> {
  const invoice = await work
    .selectFrom('invoices')
    .select(['brokerId', 'openAmount', 'invoiceDate', 'sentOn', 'state'])
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!invoice) throw notFound()
  const { brokerId, openAmount, invoiceDate, sentOn, state } = invoice
  if (state === 'draft') return { brokerId, openAmount, invoiceDate: null, billedOn: null }
  return { brokerId, openAmount, invoiceDate, billedOn: sentOn ?? invoiceDate }
}
