/** Reads emails with their state: those of one record, or those in the outbox (SPEC C188). */
import { sql, type RawBuilder } from 'kysely'
import { MAIL_SEEN_BY, type Mail, type MailKind } from '#core/mail/mails.ts'
import type { Permission } from '#core/team/roles.ts'
import { nameMembers, readNamedMembers } from '#server/accounts/team/named-members.ts'
import type { Database, Work } from '#server/database/open.ts'

type Row = Omit<Mail, 'files' | 'records'>

const MOST_MAILS = 500

/** The emails about a record, newest first. `subject`: its table, such as "billing". */
export function readMails(
  work: Database | Work,
  userId: string,
  subject: string,
  recordId: number,
): Promise<Mail[]> {
  return selectMails(
    work,
    userId,
    sql`mails.id in (select mail_id from mail_subjects
      where mail_subjects.user_id = ${userId} and subject = ${subject} and record_id = ${recordId})`,
  )
}

/** The emails that are waiting, have failed or may have been sent, newest first. */
export function readOutbox(work: Database | Work, userId: string): Promise<Mail[]> {
  return selectMails(
    work,
    userId,
    sql`(state in ('queued', 'sending', 'partly', 'failed', 'unknown')
      or (state = 'sent' and refused is not null and decided_by is null and sent_at > now() - interval '14 days'))`,
  )
}

/** One email, undefined if the account has none with the id. */
export async function findMail(
  work: Database | Work,
  userId: string,
  id: number,
): Promise<Mail | undefined> {
  return (await selectMails(work, userId, sql`mails.id = ${id}`))[0]
}

/** The newest email of each record that was not canceled. Records without an email are left out. */
export async function readLatestMails(
  work: Database | Work,
  userId: string,
  subject: string,
  recordIds: readonly number[],
): Promise<Map<number, LatestMail>> {
  const { rows } = await sql<LatestMail & { recordId: number }>`
    select distinct on (link.record_id) link.record_id, mails.id, mails.state, mails.answer, mails.recipients,
      mails.created_at
    from mail_subjects as link join mails on mails.user_id = ${userId} and mails.id = link.mail_id
    where link.user_id = ${userId} and link.subject = ${subject} and link.record_id = any(${recordIds}::bigint[])
      and mails.state <> 'canceled'
    order by link.record_id, mails.id desc`.execute(work)
  return new Map(rows.map(({ recordId, ...mail }) => [recordId, mail]))
}

export type LatestMail = Pick<Mail, 'id' | 'state' | 'answer' | 'recipients' | 'createdAt'>

/** The kinds of emails that someone with these permissions sees. */
export function listSeenKinds(permissions: ReadonlySet<Permission>): MailKind[] {
  const kinds = Object.keys(MAIL_SEEN_BY) as MailKind[]
  return kinds.filter((kind) => permissions.has(MAIL_SEEN_BY[kind]))
}

async function selectMails(
  work: Database | Work,
  userId: string,
  condition: RawBuilder<unknown>,
): Promise<Mail[]> {
  const { rows } = await sql<Row>`
    select id, kind, recipients, copies, subject, state, attempts, next_try_at, answer, refused, sent_at,
      decided_by, made_by, created_at, version
    from mails where user_id = ${userId} and ${condition} order by id desc limit ${MOST_MAILS}`.execute(
    work,
  )
  if (!rows.length) return []
  const name = nameMembers(await readNamedMembers(work, userId))
  const ids = rows.map(({ id }) => id)
  const files = await readFilesOf(work, userId, ids)
  const records = await readRecordsOf(work, userId, ids)
  return rows.map((row) => ({
    ...row,
    decidedBy: row.decidedBy && name(row.decidedBy),
    madeBy: row.madeBy && name(row.madeBy),
    files: (files.get(row.id) ?? []).map(({ mailId: _, ...file }) => file),
    records: (records.get(row.id) ?? []).map(({ subject, recordId }) => ({
      subject,
      id: recordId,
    })),
  }))
}

async function readFilesOf(work: Database | Work, userId: string, ids: number[]) {
  const rows = await work
    .selectFrom('mailFiles')
    .select(['mailId', 'name', 'type', 'bytes', 'sha256'])
    .where('userId', '=', userId)
    .where('mailId', 'in', ids)
    .orderBy('mailId')
    .orderBy('number')
    .execute()
  return Map.groupBy(rows, ({ mailId }) => mailId)
}

async function readRecordsOf(work: Database | Work, userId: string, ids: number[]) {
  const rows = await work
    .selectFrom('mailSubjects')
    .select(['mailId', 'subject', 'recordId'])
    .where('userId', '=', userId)
    .where('mailId', 'in', ids)
    .orderBy('mailId')
    .orderBy('subject')
    .orderBy('recordId')
    .execute()
  return Map.groupBy(rows, ({ mailId }) => mailId)
}
