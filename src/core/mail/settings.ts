/** How an account's emails look (SPEC C189). The operator sets up the mail server. */
import { z } from 'zod'
import type { Listing } from '#core/entities/entity.ts'
import { optionalEmails, optionalText, notes } from '#core/fields/text.ts'
import { withHelp } from '#core/fields/help.ts'

export const mailSettingsFields = {
  fromName: withHelp(optionalText('From Name'), 'Blank: your company’s name'),
  replyTo: withHelp(optionalEmails('Reply-To'), 'Where replies go: your office'),
  invoiceText: notes('Invoice Email Text'),
  statementText: notes('Statement Email Text'),
  statementTextEs: notes('Statement Email Text in Spanish'),
  signature: notes('Signature'),
}

const shape = {
  fromName: mailSettingsFields.fromName.schema,
  replyTo: mailSettingsFields.replyTo.schema,
  invoiceText: mailSettingsFields.invoiceText.schema,
  statementText: mailSettingsFields.statementText.schema,
  statementTextEs: mailSettingsFields.statementTextEs.schema,
  signature: mailSettingsFields.signature.schema,
}

export const changedMailSettingsSchema = z.object(shape)

/** `server`: the operator's mail server, null if email is not set up. `version`: 0 before the first save. */
export const mailSettingsSchema = z.object({
  fromName: z.string().nullable(),
  replyTo: z.string().nullable(),
  invoiceText: z.string().nullable(),
  statementText: z.string().nullable(),
  statementTextEs: z.string().nullable(),
  signature: z.string().nullable(),
  version: z.int(),
  server: z
    .object({
      host: z.string(),
      from: z.string(),
      limitMb: z.int().describe('The maximum size of the files of one email, before encoding'),
    })
    .nullable(),
})

export type MailSettings = Omit<z.output<typeof mailSettingsSchema>, 'server' | 'version'>
export type ShownMailSettings = z.output<typeof mailSettingsSchema>

export const NO_MAIL_SETTINGS: MailSettings = {
  fromName: null,
  replyTo: null,
  invoiceText: null,
  statementText: null,
  statementTextEs: null,
  signature: null,
}

/** Joins the paragraphs of an email, without the empty ones. */
export function joinParagraphs(...paragraphs: (string | null | undefined)[]): string {
  return `${paragraphs.flatMap((paragraph) => paragraph?.trim() || []).join('\n\n')}\n`
}

/** Email settings, declared for the audit log and the account's CSV files. */
export const mailSettingsRecords = {
  name: 'mailSettings',
  singular: 'Email settings',
  title: 'Email Settings',
  description: 'The sender, texts and signature of the account’s emails.',
  label: 'fromName',
  fields: mailSettingsFields,
  columns: ['fromName'],
} as const satisfies Listing

/** `GET /api/mail`, for each member of the office. */
export const mailStateSchema = z.object({ setUp: z.boolean(), limitMb: z.int() })

export type MailServerState = z.output<typeof mailStateSchema>

/** `answer`: the reply of the mail server, or why it can't be used. */
export const testedMailSchema = z.object({
  accepted: z.boolean(),
  to: z.string(),
  answer: z.string(),
})

export type TestedMail = z.output<typeof testedMailSchema>
