/** Emails statements: the PDF is made first, then it is queued with its email in one transaction (SPEC C190). */
import { weekOf, type Day, type Period } from '#core/calendar.ts'
import type { Language } from '#core/languages.ts'
import { splitByLimit } from '#core/mail/split.ts'
import {
  statementMailMessages,
  type NewStatementMail,
  type StatementMail,
} from '#core/mail/statement-mails.ts'
import { writeMail } from '#core/mail/mail-texts.ts'
import { MAIL_STATES } from '#core/mail/mails.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Database } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { askToConfirm, badField, notFound, RequestError } from '#server/errors.ts'
import type { MailFile } from '#server/mail/mail-files.ts'
import { queueMail, type QueuedMail } from '#server/mail/queue.ts'
import { readMailSettings } from '#server/mail/settings.ts'
import { readCompany, readFirstWeekday } from '#server/settings/company.ts'
import {
  readRunSettlements,
  readSettlementsByNumber,
} from '#server/settlements/settlement/read-settlements.ts'
import { makeStatement } from '#server/statements/file.ts'
import type { PrintFor } from '#server/statements/printer/queue.ts'
import { describeStatementMails } from './addressees.ts'

export type Mailing = { print: PrintFor; database: Database; userId: string; limitMb: number }

/** The statements of the week's run, drafts included. */
export async function readRunMails(
  database: Database,
  userId: string,
  week: Day,
): Promise<StatementMail[]> {
  const period: Period = weekOf(week, await readFirstWeekday(database, userId))
  return inTransaction(database, async (work) =>
    describeStatementMails(work, userId, await readRunSettlements(work, userId, period)),
  )
}

/** Queues an email for each statement that is ready. Returns how many. Safe to repeat: each is emailed once. */
export async function mailRun(mailing: Mailing, week: Day): Promise<number> {
  let queued = 0
  for (const { id, email, language, state } of await readRunMails(
    mailing.database,
    mailing.userId,
    week,
  )) {
    if (state !== 'ready' || email === null) continue
    const sent = await mailStatement(mailing, id, { to: [email], cc: [], language, once: true })
    if (sent.queued) queued++
  }
  return queued
}

/** Emails one statement that a person selected. Throws 404, 400 at `to`, and 409 to confirm a second email. */
export async function mailOne(
  mailing: Mailing,
  id: number,
  { to, cc, language, confirmed }: NewStatementMail,
): Promise<number> {
  const { database, userId } = mailing
  const [facts] = await describeStatementMails(
    database,
    userId,
    await readSettlementsByNumber(database, userId, [id]),
  )
  if (!facts) throw notFound()
  const again = confirmed.includes('again')
  if (facts.state === 'mailed' && !again) throw askToConfirm('again', describeAgain(facts))
  const recipients = to ?? (facts.email === null ? [] : [facts.email])
  if (!recipients.length) throw badField('to', statementMailMessages.noAddress)
  const sent = await mailStatement(mailing, id, { to: recipients, cc, language, once: !again })
  if (!sent.queued) throw askToConfirm('again', describeAgain(facts))
  return sent.id
}

function describeAgain({ mailState }: StatementMail): string {
  const { label } = MAIL_STATES.find(({ value }) => value === mailState) ?? MAIL_STATES[0]
  return statementMailMessages.confirmAgain(label.toLowerCase())
}

type Addressed = { to: string[]; cc: string[]; language: Language; once: boolean }

/** Throws 409 for a statement that is not frozen, 400 for one over the size limit. */
async function mailStatement(
  { print, database, userId, limitMb }: Mailing,
  id: number,
  { to, cc, language, once }: Addressed,
): Promise<QueuedMail> {
  const settlement = await readFrozen(database, userId, id)
  const { file, subject, text } = await makeMail(
    { print, database, userId, limitMb },
    settlement,
    language,
  )
  return inTransaction(database, async (work) => {
    // It may have been voided while it was printed.
    const [now] = await readSettlementsByNumber(work, userId, [id])
    rejectUnlessFrozen(now)
    return queueMail(work, userId, {
      kind: 'statement',
      subjectOf: [{ subject: 'billing', id }],
      to,
      cc,
      subject,
      text,
      language,
      files: [file],
      ...(once && { onceKey: `billing/${id}` }),
    })
  })
}

/** Makes the PDF, the subject and the text of a statement's email. */
export async function makeMail(
  { print, database, userId, limitMb }: Mailing,
  settlement: Settlement,
  language: Language,
): Promise<{ file: MailFile & { bytes: Uint8Array }; subject: string; text: string }> {
  const company = await readCompany(database, userId)
  const [facts] = await describeStatementMails(database, userId, [settlement])
  const made = await makeStatement(print, database, userId, settlement, company, { language })
  const split = splitByLimit([{ name: made.name, bytes: made.pdf.length }], limitMb)
  if ('tooLarge' in split) throw new RequestError(400, split.message)
  const file = { name: made.name, type: 'application/pdf', bytes: made.pdf }
  const { number, settlementDate } = settlement
  const about = { number, settlementDate, truck: facts?.truck ?? '', company: company.companyName }
  const settings = await readMailSettings(database, userId)
  return { file, ...writeMail.statement(about, settings, language) }
}

/** Throws 404, and 409 for a draft or a void statement. */
export async function readFrozen(
  database: Database,
  userId: string,
  id: number,
): Promise<Settlement> {
  const [settlement] = await readSettlementsByNumber(database, userId, [id])
  return rejectUnlessFrozen(settlement)
}

function rejectUnlessFrozen(settlement: Settlement | undefined): Settlement {
  if (!settlement) throw notFound()
  if (settlement.status === 'pending') throw new RequestError(409, statementMailMessages.draft)
  if (settlement.status === 'void') throw new RequestError(409, statementMailMessages.void)
  return settlement
}
