/** Packets by email (SPEC C181, C183). */
import { z } from 'zod'
import { addressesSchema } from '#core/mail/addresses.ts'
import { mailShape } from '#core/mail/mail-fields.ts'
import { day } from '#core/fields/fields.ts'
import { CHANNELS } from './packets.ts'

export const mailingMessages = {
  noAddress: (broker: string) => `${broker} has no invoice email. Add it on the broker’s page.`,
  waiting: 'An email with this invoice is waiting',
  isSent: 'Already sent. Open the invoice to send it again.',
  queued: 'Waiting for the mail server',
  failed: 'Failed to send the invoice',
}

/** The text of an email before the person edits it. A request has the same fields. */
export const mailFormSchema = z.object({
  to: z.string().describe('Addresses, joined by ", "'),
  cc: z.string(),
  subject: z.string(),
  text: z.string().describe('Without the signature'),
  isSetUp: z
    .boolean()
    .describe('False: the server has no mail server, and only drafts are possible'),
  limitMb: z.int().describe('A larger packet is split over several emails'),
})

export type MailForm = z.output<typeof mailFormSchema>

export const newMailSchema = z.object({
  ...mailShape,
  sentOn: day('Sent On').schema,
  sha256: z
    .string()
    .regex(/^[\da-f]{64}$/)
    .optional()
    .describe('Of the packet that the person saw. 409 if the packet changed'),
})

export type NewInvoiceMail = z.output<typeof newMailSchema>

/** The query of a draft. An omitted value is the form's default. */
export const draftQuery = z.object({
  to: addressesSchema('optional').optional(),
  cc: addressesSchema('optional').optional(),
  subject: z.string().max(200).optional(),
  text: z.string().max(4000).optional(),
})

export type DraftQuery = z.output<typeof draftQuery>

const MAX_AT_ONCE = 100

export const sendManySchema = z.object({
  invoiceIds: z.array(z.int().positive()).min(1).max(MAX_AT_ONCE),
  channel: z.enum(CHANNELS.map(({ value }) => value)).exclude(['factor']),
  sentOn: day('Sent On').schema,
})

export type SendMany = z.output<typeof sendManySchema>

const RESULTS = ['sent', 'queued', 'skipped', 'refused'] as const

export const sentManySchema = z.array(
  z.object({
    invoiceId: z.int(),
    title: z.string().nullable().describe('"Invoice 1042"; null if there is no such invoice'),
    result: z
      .enum(RESULTS)
      .describe('queued: waiting for the mail server; skipped: it was sent before'),
    message: z.string().nullable(),
  }),
)

export type SentMany = z.output<typeof sentManySchema>
