/** Emails a broker's statement of account (SPEC C249). */
import { formatDay, type Day, type Period } from '#core/calendar.ts'
import { writeMail } from '#core/mail/mail-texts.ts'
import type { NewAccountMail } from '#core/receivables/account-mail.ts'
import type { Member } from '#core/team/member.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database } from '#server/database/open.ts'
import { queueMail } from '#server/mail/queue.ts'
import { readAccountStatement, readBroker } from '#server/receivables/account-statement.ts'
import { logContact } from '#server/receivables/contacts.ts'
import { readCompany } from '#server/settings/company.ts'
import type { PrintFor } from '#server/statements/printer/queue.ts'
import { buildAccountPaper } from './account-paper.ts'
import { readHead } from './head.ts'

export type AccountRequest = { userId: string; brokerId: number; period: Period }

/** Returns the PDF and the statement that it prints. Throws 404, and 400 if the days are in the wrong order. */
export async function printAccount(
  print: PrintFor,
  database: Database,
  { userId, brokerId, period }: AccountRequest,
) {
  const statement = await readAccountStatement(database, userId, brokerId, period)
  const { address } = await readBroker(database, userId, brokerId)
  const head = await readHead(database, userId)
  const pdf = await print(userId, buildAccountPaper(statement, head, address))
  return { statement, pdf, name: `statement-of-account-${brokerId}-${statement.to}.pdf` }
}

/** Writes the email. Throws the errors of `printAccount`. */
export async function composeAccountMail(
  database: Database,
  { userId, brokerId, period }: AccountRequest,
) {
  const { closing } = await readAccountStatement(database, userId, brokerId, period)
  const { email } = await readBroker(database, userId, brokerId)
  const { companyName: company } = await readCompany(database, userId)
  const written = writeMail['account-statement']({ ...period, company, closing })
  return { to: email ?? '', ...written }
}

/** Queues the email and logs a contact in one transaction. Throws the errors of `printAccount`, and 400 at a field. */
export async function mailAccount(
  print: PrintFor,
  database: Database,
  member: Member,
  {
    brokerId,
    period,
    sentOn,
    ...mail
  }: NewAccountMail & Omit<AccountRequest, 'userId'> & { sentOn: Day },
  request: Repeatable,
): Promise<{ mailId: number }> {
  const userId = member.accountId
  const { statement, pdf } = await printAccount(print, database, { userId, brokerId, period })
  return runIdempotent(database, userId, request, async (work) => {
    const { to, cc, subject, text } = mail
    const { id } = await queueMail(work, userId, {
      kind: 'account-statement',
      to,
      cc,
      subject,
      subjectOf: [{ subject: 'brokers', id: brokerId }],
      text,
      files: [{ name: nameAccountFile(period), type: 'application/pdf', bytes: pdf }],
    })
    const summary = `Statement of account through ${formatDay(statement.to)}: ${subject}`
    const contact = { day: sentOn, kind: 'email', text: summary, nextOn: null } as const
    await logContact(work, member, { brokerId, invoiceId: null }, contact)
    return { mailId: id }
  })
}

/** "Statement of account 2026-11-23.pdf". */
export function nameAccountFile({ to }: Period): string {
  return `Statement of account ${to}.pdf`
}
