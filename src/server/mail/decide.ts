/** What a person can decide about an email that was not sent or may have been sent (SPEC C186). */
import { sql } from 'kysely'
import { MAIL_SEEN_BY, MAIL_SENT_BY, type Mail, type MailState } from '#core/mail/mails.ts'
import { mailMessages } from '#core/mail/messages.ts'
import type { Member } from '#core/team/member.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION } from '#server/database/values.ts'
import { askToConfirm, notFound, RequestError, versionConflict } from '#server/errors.ts'
import { findMail } from './read-mails.ts'
import { deleteMailBytes } from './sending/claims.ts'

/** `version`: the version of the email that the person saw. */
type Decision = { id: number; version: number | undefined }

/**
 * Queues an email again with the same Message-ID. If other addresses accepted it, it goes only to the refused ones (SPEC C250).
 * Throws 409 to confirm an email that may have been sent.
 */
export function sendAgain(
  database: Database,
  member: Member,
  decision: Decision,
  confirmed: readonly string[],
): Promise<Mail> {
  return decide(database, member, decision, ['partly', 'failed', 'unknown', 'queued'], (mail) => {
    if (mail.state === 'unknown' && !confirmed.includes('again'))
      throw askToConfirm('again', mailMessages.confirmAgain)
    return { state: 'queued', attempts: 0, nextTryAt: sql<string>`now()`, claim: null }
  })
}

/** Marks an email as sent, because a person saw that it arrived. */
export function markAsSent(database: Database, member: Member, decision: Decision): Promise<Mail> {
  return decide(database, member, decision, ['partly', 'failed', 'unknown'], () => ({
    state: 'sent',
    sentAt: sql<string>`now()`,
    text: null,
    openRecipients: null,
    decidedBy: member.personId,
  }))
}

/** Cancels an email. Its record can be emailed again. */
export function cancelMail(database: Database, member: Member, decision: Decision): Promise<Mail> {
  return decide(database, member, decision, ['queued', 'failed', 'unknown'], (mail) =>
    // If other addresses accepted the email, only the retry is canceled.
    mail.refused !== null
      ? { state: 'partly', nextTryAt: null }
      : {
          state: 'canceled',
          nextTryAt: null,
          text: null,
          onceKey: null,
          decidedBy: member.personId,
        },
  )
}

type Change = { state: MailState } & Record<string, unknown>

/** Throws 404, 403, 412, and 409 if its state is not `from`. */
function decide(
  database: Database,
  member: Member,
  { id, version }: Decision,
  from: readonly MailState[],
  change: (mail: Mail) => Change,
): Promise<Mail> {
  const userId = member.accountId
  return inTransaction(database, async (work) => {
    const mail = await lockMail(work, member, id)
    if (version !== undefined && version !== mail.version) throw versionConflict(mail)
    if (mail.state === 'sending') throw new RequestError(409, mailMessages.beingSent)
    if (!from.includes(mail.state)) throw new RequestError(409, mailMessages.done)
    const changed = change(mail)
    await work
      .updateTable('mails')
      .set({ ...changed, ...NEXT_VERSION })
      .where('userId', '=', userId)
      .where('id', '=', id)
      .execute()
    if (changed.state === 'sent' || changed.state === 'canceled')
      await deleteMailBytes(work, { userId, id })
    return requireMail(work, userId, id)
  })
}

async function lockMail(work: Work, { accountId: userId, permissions }: Member, id: number) {
  await work
    .selectFrom('mails')
    .select('id')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .forUpdate()
    .execute()
  const mail = await requireMail(work, userId, id)
  if (!permissions.has(MAIL_SEEN_BY[mail.kind])) throw notFound()
  if (!permissions.has(MAIL_SENT_BY[mail.kind])) throw new RequestError(403, mailMessages.notYours)
  return mail
}

async function requireMail(work: Work, userId: string, id: number): Promise<Mail> {
  const mail = await findMail(work, userId, id)
  if (!mail) throw notFound()
  return mail
}
