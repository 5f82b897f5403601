/** Facts about an invoice besides its amounts: disputes, contacts and legal deadlines. */
import { z } from 'zod'
import { contactSchema } from './contacts.ts'
import { disputeSchema } from './disputes.ts'
import { lawDatesSchema } from './law-dates.ts'

export const invoiceAccountSchema = z.object({
  disputes: z.array(disputeSchema),
  contacts: z.array(contactSchema),
  lawDates: lawDatesSchema.nullable().describe('Null for a draft'),
})

export type InvoiceAccount = z.output<typeof invoiceAccountSchema>
