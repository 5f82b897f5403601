/** The packets of a schedule of accounts: what can be sent to the factor, and what was sent (SPEC C247, C248). */
import { z } from 'zod'
import { BYTES_PER_MB } from '#core/bytes.ts'
import { day } from '#core/fields/fields.ts'
import { withHelp } from '#core/fields/help.ts'
import { optionalText } from '#core/fields/text.ts'
import { mailFields, mailShape } from '#core/mail/mail-fields.ts'

/** The maximum size of all files that are emailed together, because the server keeps them in memory. */
export const LARGEST_MAILED_SCHEDULE = 100 * BYTES_PER_MB

export const schedulePacketMessages = {
  draft: 'Submit the schedule first. A draft has no number.',
  void: 'This schedule is void',
  tooLarge: `The packets of this schedule are larger than ${LARGEST_MAILED_SCHEDULE / BYTES_PER_MB} MB together. Download the ZIP and send it another way.`,
  tooLargeForDraft: (limitMb: number) =>
    `The files of this schedule are larger than ${limitMb} MB together, the maximum for one email. Download the ZIP and send several emails.`,
  again: (sentOn: string) => `This schedule was sent on ${sentOn}. Send it again?`,
  someAgain: (sentOn: string) =>
    `Invoices of this schedule were sent on ${sentOn}. Send the schedule again?`,
  sendFailed: 'Failed to mark as sent',
  mailFailed: 'Failed to send the packets',
}

/** A sending of all packets of the schedule. */
const scheduleSendingSchema = z.object({
  id: z.int().describe('Id of the newest record. Each invoice has its own record'),
  askedOn: z.iso.date(),
  sentOn: z.iso.date().nullable().describe('Null: the mail server has not accepted it yet'),
  note: z.string().nullable().describe('The addresses of an email, or what the person typed'),
  sentBy: z.string().nullable().describe('The name of the person'),
  packets: z.array(
    z.object({ invoiceId: z.int(), number: z.string(), sha256: z.string(), bytes: z.int() }),
  ),
})

export type ScheduleSending = z.output<typeof scheduleSendingSchema>

export const schedulePacketsSchema = z.object({
  problems: z
    .array(z.object({ invoiceId: z.int(), number: z.string(), messages: z.array(z.string()) }))
    .describe('Why nothing can be sent yet: "Load 4711: no BOL"'),
  sendings: z.array(scheduleSendingSchema).describe('Newest first'),
  mail: z.object({
    to: z.string(),
    subject: z.string(),
    text: z.string().describe('Without the signature'),
    isSetUp: z.boolean(),
    limitMb: z.int().describe('Larger packets are split over several emails'),
  }),
})

export type SchedulePackets = z.output<typeof schedulePacketsSchema>

export const scheduleMailFields = {
  ...mailFields,
  sentOn: day('Sent On'),
}

export const scheduleSentFields = {
  sentOn: day('Sent On'),
  note: withHelp(optionalText('Note'), 'For example, the upload number in the factor’s portal'),
}

/** `confirmed`: "again" sends a schedule that was sent before. */
const confirmed = z.array(z.string()).max(10).default([])

export const newScheduleMailSchema = z.object({
  ...mailShape,
  sentOn: day('Sent On').schema,
  confirmed,
})

export type NewScheduleMail = z.output<typeof newScheduleMailSchema>

export const newScheduleSendingSchema = z.object({
  sentOn: day('Sent On').schema,
  note: optionalText('Note').schema.default(null),
  confirmed,
})

export type NewScheduleSending = z.output<typeof newScheduleSendingSchema>
