/** A broker's statement of account by email (SPEC C249). */
import { z } from 'zod'
import { day } from '#core/fields/fields.ts'
import { mailFields, mailShape } from '#core/mail/mail-fields.ts'

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
