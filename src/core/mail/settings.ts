/** How an account's emails look (SPEC C189). The operator sets up the mail server. */
import { z } from 'zod'
import { namesOf, requiredSchema, responseShape } from '#core/entities/entity.ts'
import type { ValuesOf } from '#core/fields/field.ts'
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

export const mailSettingsNames = namesOf(mailSettingsFields)

export const changedMailSettingsSchema = requiredSchema(mailSettingsFields)

/** `server`: the operator's mail server, null if email is not set up. `version`: 0 before the first save. */
export const mailSettingsSchema = z.object({
  ...responseShape(mailSettingsFields),
  version: z.int(),
  server: z
    .object({
      host: z.string(),
      from: z.string(),
      limitMb: z.int().describe('The maximum size of the files of one email, before encoding'),
    })
    .nullable(),
})

export type MailSettings = ValuesOf<typeof mailSettingsFields>
export type ShownMailSettings = z.output<typeof mailSettingsSchema>

export const NO_MAIL_SETTINGS = Object.fromEntries(
  mailSettingsNames.map((name) => [name, null]),
) as MailSettings

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
