/** Emails in the outbox (SPEC C182): kinds, states, and the API's responses. */
import { z } from 'zod'
import type { Tone } from '#core/statuses.ts'
import type { Permission } from '#core/team/roles.ts'

export const MAIL_KINDS = [
  { value: 'invoice', label: 'Invoice' },
  { value: 'statement', label: 'Settlement statement' },
  { value: 'invitation', label: 'Invitation' },
  { value: 'reminder', label: 'Payment reminder' },
  { value: 'account-statement', label: 'Statement of account' },
  { value: 'schedule', label: 'Schedule of accounts' },
] as const

export type MailKind = (typeof MAIL_KINDS)[number]['value']

/**
 * `partly`: the mail server accepted the email for some addresses and rejected others (SPEC C250). `unknown`: the connection
 * broke after the email was handed over, so the mail server may have accepted it.
 */
export const MAIL_STATES = [
  { value: 'queued', label: 'Waiting', tone: 'waiting' },
  { value: 'sending', label: 'Sending', tone: 'moving' },
  { value: 'sent', label: 'Accepted by your mail server', tone: 'good' },
  { value: 'partly', label: 'Partly accepted', tone: 'bad' },
  { value: 'failed', label: 'Not sent', tone: 'bad' },
  { value: 'unknown', label: 'May have been sent', tone: 'bad' },
  { value: 'canceled', label: 'Canceled', tone: 'neutral' },
] as const satisfies readonly { value: string; label: string; tone: Tone }[]

export type MailState = (typeof MAIL_STATES)[number]['value']

/** The record that an email is about, by table and id. */
export type MailSubject = { subject: string; id: number }

/** Who sees emails of a kind (SPEC C191). */
export const MAIL_SEEN_BY: Record<MailKind, Permission> = {
  invoice: 'invoices',
  statement: 'settlements',
  invitation: 'admin',
  reminder: 'invoices',
  'account-statement': 'invoices',
  schedule: 'invoices',
}

/** Who sends emails of a kind, and decides about one that was not sent (SPEC C191). */
export const MAIL_SENT_BY: Record<MailKind, Permission> = {
  invoice: 'billing',
  statement: 'payroll',
  invitation: 'admin',
  reminder: 'billing',
  'account-statement': 'billing',
  schedule: 'billing',
}

const mailFileSchema = z.object({
  name: z.string(),
  type: z.string(),
  bytes: z.int(),
  sha256: z.string(),
})

export const mailSchema = z.object({
  id: z.int(),
  kind: z.enum(MAIL_KINDS.map(({ value }) => value)),
  recipients: z.string().describe('Addresses, joined by ", "'),
  copies: z.string(),
  subject: z.string(),
  state: z.enum(MAIL_STATES.map(({ value }) => value)),
  attempts: z.int(),
  nextTryAt: z.iso.datetime().nullable(),
  answer: z.string().nullable().describe('The last reply of the mail server'),
  refused: z
    .string()
    .nullable()
    .describe('Addresses that the mail server rejected, with its messages'),
  sentAt: z.iso.datetime().nullable(),
  decidedBy: z.string().nullable().describe('The person who marked it as sent or canceled it'),
  madeBy: z.string().nullable().describe('The name of the person'),
  createdAt: z.iso.datetime(),
  version: z.int(),
  files: z.array(mailFileSchema),
  records: z.array(z.object({ subject: z.string(), id: z.int() })),
})

export type Mail = z.output<typeof mailSchema>

/** `GET /api/mails`. With `subject` and `record`: the emails of one record. */
export const mailsQuery = z
  .object({
    subject: z.string().max(40).optional(),
    record: z.coerce.number().int().positive().optional(),
  })
  .refine(({ subject, record }) => (subject === undefined) === (record === undefined), {
    path: ['record'],
    error: 'Name both the record type and the record',
  })
