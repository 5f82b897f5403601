/** A broker's statement of account by email (SPEC C249). */
import { z } from 'zod'
import { formatDay, type Period } from '#core/calendar.ts'
import { day } from '#core/fields/fields.ts'
import { mailFields, mailShape } from '#core/mail/mail-fields.ts'
import { formatMoney, toCents, type Amount } from '#core/money.ts'

export const accountMailFields = { ...mailFields, sentOn: day('Sent On') }

export const newAccountMailSchema = z.object({
  ...mailShape,
  sentOn: accountMailFields.sentOn.schema
    .optional()
    .describe('The day in the contact log. Default: today'),
})

export type NewAccountMail = z.output<typeof newAccountMailSchema>

export const accountMailSchema = z.object({
  to: z.string().describe('The broker’s address for invoices, else its email'),
  subject: z.string(),
  text: z.string().describe('Without the signature'),
  isSetUp: z.boolean().describe('False: only drafts are possible'),
})

export type AccountMail = z.output<typeof accountMailSchema>

type Stated = Period & { company: string; closing: Amount }

/** The text of the email before the person edits it. */
export function writeAccountMail({ from, to, company, closing }: Stated) {
  const balance = formatMoney(toCents(closing))
  return {
    subject: `Statement of account on ${formatDay(to)} - ${company}`,
    text: `Attached is your statement of account from ${formatDay(from)} to ${formatDay(to)}. The balance is ${balance}.`,
  }
}
