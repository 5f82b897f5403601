/** Claims queued emails, so that one sender at a time sends an email, and stores the outcome (SPEC C185, C186). */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { mailMessages } from '#core/mail/messages.ts'
import { RETRY_MINUTES, type Outcome } from '#core/mail/outcome.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION, NEXT_VERSION_SQL } from '#server/database/values.ts'

export type MailKey = { userId: string; id: number }

/** An email that only the holder of `claim` may send. */
export type ClaimedMail = MailKey & {
  claim: string
  recipients: string
  copies: string
  subject: string
  text: string
  fromName: string
  replyTo: string
  messageId: string
  attempts: number
  createdAt: string
  /** The addresses that the mail server refused before, joined by ", ". If null, the email goes to all addresses. */
  openRecipients: string | null
  /** When the mail server first accepted the email for one of its addresses. Only the holder of the claim sets it. */
  sentAt: string | null
}

/** A sender that has not reported for this long is considered dead. */
const LEASE = sql<string>`now() + interval '2 minutes'`
export const RENEW_MS = 20_000

/** The emails of all accounts that are due, earliest first. */
export async function listDueMails(database: Database, most: number): Promise<MailKey[]> {
  const { rows } = await sql<MailKey>`select user_id, id from mails
    where state = 'queued' and next_try_at <= now() order by next_try_at, id limit ${most}`.execute(
    database,
  )
  return rows
}

/** Claims an email; undefined if another instance was faster. `domain`: the domain of the sender's address. */
export async function claimMail(
  database: Database,
  { userId, id }: MailKey,
  domain: string,
): Promise<ClaimedMail | undefined> {
  const claim = randomUUID()
  const messageId = `<${randomUUID()}@${domain}>`
  const { rows } =
    await sql<ClaimedMail>`update mails set state = 'sending', claim = ${claim}, claimed_until = ${LEASE},
      attempts = attempts + 1, next_try_at = null, handed_over_at = null,
      message_id = coalesce(message_id, ${messageId}), ${NEXT_VERSION_SQL}
    where user_id = ${userId} and id = ${id} and state = 'queued' and next_try_at <= now()
    returning user_id, id, claim, recipients, copies, subject, text, from_name, reply_to, message_id, attempts,
      created_at, open_recipients, sent_at`.execute(database)
  return rows[0]
}

/** Reports that the sender is still running. */
export async function renewClaim(database: Database, mail: ClaimedMail): Promise<void> {
  await ofClaim(database, mail).set({ claimedUntil: LEASE }).execute()
}

/**
 * Records that the email is about to be accepted. Call it after the email's data was sent and before its end is sent. After the
 * commit, the mail server may have accepted the email. Returns false if the claim was lost; then the end must not be sent.
 */
export async function handOver(database: Database, mail: ClaimedMail): Promise<boolean> {
  const { numUpdatedRows } = await ofClaim(database, mail)
    .set({ handedOverAt: sql<string>`now()`, claimedUntil: LEASE })
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Stores the outcome of the email, also if the claim was lost meanwhile and no person has decided. */
export async function finishMail(
  database: Database,
  mail: ClaimedMail,
  { state, waitMinutes }: Outcome,
  { text, refused, open }: { text: string; refused: string | null; open: readonly string[] },
): Promise<void> {
  const { userId, id, claim, sentAt } = mail
  await inTransaction(database, async (work) => {
    const { numUpdatedRows } = await work
      .updateTable('mails')
      .set({
        state,
        answer: text,
        refused,
        claim: null,
        claimedUntil: null,
        nextTryAt:
          waitMinutes === undefined
            ? null
            : sql<string>`now() + ${waitMinutes} * interval '1 minute'`,
        // So that the record can be emailed again.
        ...(state === 'failed' && { onceKey: null }),
        ...(state === 'sent' && { sentAt: sql<string>`now()`, text: null, openRecipients: null }),
        // Accepted for the other addresses.
        ...(open.length > 0 && { openRecipients: open.join(', ') }),
        ...(open.length > 0 && sentAt === null && { sentAt: sql<string>`now()` }),
        ...NEXT_VERSION,
      })
      .where('userId', '=', userId)
      .where('id', '=', id)
      .where('claim', '=', claim)
      .where('state', 'in', ['sending', 'unknown'])
      .executeTakeFirst()
    if (numUpdatedRows && state === 'sent') await deleteMailBytes(work, { userId, id })
  })
}

/** Deletes the bytes of an email's files and keeps the rows that describe them. */
export async function deleteMailBytes(work: Work, { userId, id }: MailKey): Promise<void> {
  await work
    .deleteFrom('mailFileParts')
    .where('userId', '=', userId)
    .where('mailId', '=', id)
    .execute()
}

/**
 * Releases the emails of dead senders. An email that was not handed over is tried again; another one may have been
 * sent, so a person decides.
 */
export async function recoverLostMails(database: Database): Promise<void> {
  const { rows } = await sql<MailKey>`select user_id, id from mails
    where state = 'sending' and claimed_until < now()`.execute(database)
  for (const mail of rows) await releaseMail(database, mail)
}

/** The second statement finds the email only if the first one did not: a queued email is not `sending`. */
async function releaseMail(database: Database, { userId, id }: MailKey): Promise<void> {
  const lost = sql`user_id = ${userId} and id = ${id} and state = 'sending' and claimed_until < now()`
  const next = sql`answer = ${mailMessages.lost}, ${NEXT_VERSION_SQL}`
  await sql`update mails set state = 'queued', next_try_at = now(), ${next}
    where ${lost} and handed_over_at is null and attempts <= ${RETRY_MINUTES.length}`.execute(
    database,
  )
  await sql`update mails set next_try_at = null,
      state = case when handed_over_at is not null then 'unknown' when open_recipients is null then 'failed'
        else 'partly' end, ${next}
    where ${lost} and (handed_over_at is not null or attempts > ${RETRY_MINUTES.length})`.execute(
    database,
  )
}

function ofClaim(database: Database, { userId, id, claim }: ClaimedMail) {
  return database
    .updateTable('mails')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .where('claim', '=', claim)
    .where('state', '=', 'sending')
}
