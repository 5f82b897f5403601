/** Facts about an invoice besides its amounts: disputes, contacts and legal deadlines (SPEC C208). */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { InvoiceAccount } from '#core/receivables/invoice-account.ts'
import { listLawDates } from '#core/receivables/law-dates.ts'
import type { Database } from '#server/database/open.ts'
import { checkInvoice } from './check-invoice.ts'
import { readContacts } from './contacts.ts'
import { readDisputes } from './disputes.ts'

/** Throws 404 if the account has no such invoice. */
export async function readInvoiceAccount(
  database: Database,
  userId: string,
  invoiceId: number,
): Promise<InvoiceAccount> {
  const { billedOn } = await checkInvoice(database, userId, invoiceId)
  const deliveredOn = await readFirstDelivery(database, userId, invoiceId)
  return {
    disputes: await readDisputes(database, userId, { invoiceId }),
    contacts: await readContacts(database, userId, { invoiceId }),
    lawDates: billedOn === null ? null : listLawDates({ billedOn, deliveredOn }),
  }
}

async function readFirstDelivery(
  database: Database,
  userId: string,
  invoiceId: number,
): Promise<Day | null> {
  const { rows } = await sql<{ day: Day | null }>`
    select min(delivery_date) as day from invoice_loads
      join loads on loads.user_id = ${userId} and loads.id = invoice_loads.load_id
    where invoice_loads.user_id = ${userId} and invoice_id = ${invoiceId}`.execute(database)
  return rows[0]?.day ?? null
}
