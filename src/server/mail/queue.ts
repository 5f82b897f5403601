/** Puts emails into the outbox, in the transaction of the change that they are about (SPEC C183, C187). */
import { ADDRESS_LENGTH } from '#core/fields/checks.ts'
import {
  findAddressError,
  findCountError,
  splitAddresses,
  toHeaderText,
} from '#core/mail/addresses.ts'
import { endMail } from '#core/mail/mail-texts.ts'
import type { MailKind, MailSubject } from '#core/mail/mails.ts'
import { mailMessages } from '#core/mail/messages.ts'
import type { Language } from '#core/languages.ts'
import { readActor } from '#server/database/actor.ts'
import type { Database, Work } from '#server/database/open.ts'
import { badField } from '#server/errors.ts'
import { requireCompany } from '#server/settings/company.ts'
import { writeMailFile, type MailFile } from './mail-files.ts'
import { readMailSettings } from './settings.ts'

/**
 * `subjectOf`: the records it is about, whose pages show it. `to`, `cc`: addresses without names. `text`: as the
 * person left it; its end is added (`endMail`). `onceKey`: at most one waiting or sent email has it, such as "billing/12".
 */
export type NewMail = {
  kind: MailKind
  subjectOf: readonly MailSubject[]
  to: readonly string[]
  cc?: readonly string[]
  subject: string
  text: string | null
  files: readonly MailFile[]
  language?: Language
  onceKey?: string
}

/** `queued`: false if an email with the same `onceKey` already exists; `id` is then that email's. */
export type QueuedMail = { id: number; queued: boolean }

/**
 * Stores the email and its files. It is sent once, after the transaction (SPEC C185). Throws 400 at `to`, `cc` or `subject`.
 * Call `requireMailServer` first, and split the files with `splitByLimit`.
 */
export async function queueMail(work: Work, userId: string, mail: NewMail): Promise<QueuedMail> {
  const inserted = await work
    .insertInto('mails')
    .values({ userId, ...(await toRow(work, userId, mail)) })
    .onConflict((row) => row.columns(['userId', 'onceKey']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return { id: await findByKey(work, userId, mail.onceKey ?? ''), queued: false }
  const mailId = inserted.id
  for (const { subject, id } of mail.subjectOf)
    await work
      .insertInto('mailSubjects')
      .values({ userId, mailId, subject, recordId: id })
      .onConflict((row) => row.doNothing())
      .execute()
  for (const [number, file] of mail.files.entries())
    await writeMailFile(work, { userId, mailId, number }, file)
  return { id: mailId, queued: true }
}

async function toRow(work: Work, userId: string, mail: NewMail) {
  const { recipients, copies } = checkAddresses(mail, 'required')
  const subject = toHeaderText(mail.subject)
  if (!subject) throw badField('subject', mailMessages.noSubject)
  return {
    recipients,
    copies,
    subject,
    ...(await signMail(work, userId, mail)),
    kind: mail.kind,
    language: mail.language ?? 'en',
    onceKey: mail.onceKey ?? null,
    madeBy: readActor(),
  }
}

/** The sender's name, the reply-to address and the text with its end. Throws 409 while the company still has sample values (SPEC C341). */
export async function signMail(
  work: Database | Work,
  userId: string,
  { kind, text }: { kind: MailKind | 'test'; text: string | null },
) {
  const { fromName, replyTo, signature } = await readMailSettings(work, userId)
  const { companyName: company } = await requireCompany(work, userId)
  return {
    fromName: toHeaderText(fromName ?? company),
    replyTo: toHeaderText(replyTo ?? '', ADDRESS_LENGTH),
    text: endMail(kind, text, { signature, company }),
  }
}

/** Checks the addresses again, because not all of them come from a checked request. Throws 400 at `to` or `cc`. */
export function checkAddresses(
  { to, cc = [] }: Pick<NewMail, 'to' | 'cc'>,
  required: 'required' | 'optional',
): { recipients: string; copies: string } {
  const recipients = checkField('to', to, required)
  const copies = checkField('cc', cc, 'optional')
  const tooMany = findCountError(to, cc)
  if (tooMany !== null) throw badField('cc', tooMany)
  return { recipients, copies }
}

function checkField(
  field: 'to' | 'cc',
  addresses: readonly string[],
  required: 'required' | 'optional',
): string {
  const text = addresses.join(', ')
  const wrong = findAddressError(text, required)
  if (wrong !== null) throw badField(field, wrong)
  return splitAddresses(text).join(', ')
}

async function findByKey(work: Work, userId: string, onceKey: string): Promise<number> {
  const { id } = await work
    .selectFrom('mails')
    .select('id')
    .where('userId', '=', userId)
    .where('onceKey', '=', onceKey)
    .executeTakeFirstOrThrow()
  return id
}
