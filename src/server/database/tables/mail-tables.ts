/** The tables of emails. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { MailKind, MailState } from '#core/mail/mails.ts'
import type { MailSettings } from '#core/mail/settings.ts'
import type { Language } from '#core/languages.ts'

type MailsTable = {
  userId: string
  id: GeneratedAlways<number>
  kind: MailKind
  recipients: string
  copies: Generated<string>
  subject: string
  /** Null once the email needs no further try. */
  text: string | null
  language: Generated<Language>
  fromName: Generated<string>
  replyTo: Generated<string>
  state: Generated<MailState>
  attempts: Generated<number>
  nextTryAt: Generated<string | null>
  claim: string | null
  claimedUntil: string | null
  handedOverAt: string | null
  messageId: string | null
  answer: string | null
  refused: string | null
  openRecipients: string | null
  sentAt: string | null
  decidedBy: string | null
  onceKey: string | null
  madeBy: string | null
  version: Generated<number>
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

type MailSubjectsTable = {
  userId: string
  id: GeneratedAlways<number>
  mailId: number
  subject: string
  recordId: number
}

type MailFilesTable = {
  userId: string
  id: GeneratedAlways<number>
  mailId: number
  number: number
  name: string
  type: string
  bytes: number
  sha256: string
}

type MailFilePartsTable = {
  userId: string
  mailId: number
  fileNumber: number
  number: number
  /** Read in PostgreSQL's text format. */
  bytes: ColumnType<string, Buffer, never>
}

type MailSettingsTable = MailSettings & {
  userId: string
  id: GeneratedAlways<number>
  version: Generated<number>
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

export type MailTables = {
  mails: MailsTable
  mailSubjects: MailSubjectsTable
  mailFiles: MailFilesTable
  mailFileParts: MailFilePartsTable
  mailSettings: MailSettingsTable
}
