/** Events of the audit log that triggers cannot see (SPEC S31). Triggers record the changes of records. */
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely'
import type { AuditAction } from '#core/audit/audit.ts'
import type { Day } from '#core/calendar.ts'
import { readActor, readTimeZone } from './actor.ts'

/**
 * Pass the transaction if there is one: a rollback then removes the event too. `personId`: who did it, if that is not the
 * person of the request.
 */
export async function recordEvent(
  work: QueryExecutorProvider,
  userId: string,
  action: AuditAction,
  subject: string | null = null,
  personId: string | null = readActor(),
): Promise<void> {
  await sql`insert into audit (user_id, action, subject, person_id)
    values (${userId}, ${action}, ${subject}, ${personId}::uuid)`.execute(work)
}

/** Logs that the person of the request saw the secrets of a record. */
export async function recordReveal(
  work: QueryExecutorProvider,
  userId: string,
  { subject, id, label }: { subject: string; id: number; label: string },
): Promise<void> {
  await sql`insert into audit (user_id, action, subject, subject_id, label, person_id)
    values (${userId}, 'revealed', ${subject}, ${id}, ${label}, ${readActor()}::uuid)`.execute(work)
}

/** Adds the event to the log of each account that the person belongs to. */
export async function recordPersonEvent(
  work: QueryExecutorProvider,
  personId: string,
  action: AuditAction,
): Promise<void> {
  await addToAccounts(work, sql`id = ${personId}`, action)
}

/** Logs what the person of the request did to a member. The member is the event's record. */
export async function recordMemberEvent(
  work: QueryExecutorProvider,
  { userId, id }: { userId: string; id: number },
  action: AuditAction,
): Promise<void> {
  await sql`insert into audit (user_id, action, subject, subject_id, label)
    select user_id, ${action}, 'members', members.id,
      coalesce(nullif(trim(concat_ws(' ', first_name, last_name)), ''), email)
    from members join persons on persons.id = members.person_id
    where user_id = ${userId} and members.id = ${id}`.execute(work)
}

/** Logs a wrong password or too many of them. If no person has the email, logs nothing but takes as long (SPEC S01). */
export async function recordLoginRejection(
  work: QueryExecutorProvider,
  email: string,
): Promise<void> {
  await addToAccounts(work, sql`email = ${email}`, 'login-refused')
}

/** `isPerson`: a condition on `persons`. */
async function addToAccounts(
  work: QueryExecutorProvider,
  isPerson: RawBuilder<boolean>,
  action: AuditAction,
): Promise<void> {
  const { rows } = await sql<{ id: string; accountIds: string[] }>`
    select id, account_ids from persons where ${isPerson}`.execute(work)
  const { id = null, accountIds = [] } = rows[0] ?? {}
  await sql`insert into audit (user_id, action, person_id)
    select user_id, ${action}, person_id from members
    where user_id = any(${accountIds}::uuid[]) and person_id = ${id}::uuid and until is null`.execute(
    work,
  )
}

export type AuditEntry = {
  action: string
  subject: string | null
  subjectId: number | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  /** The id of the transaction that made the change, as text. */
  transaction: string
  /** True if the entry is not older than 30 days (SPEC C46). */
  isRecent: boolean
}

/** `isSeen`: a condition on `record`; a member can't see other entries. */
export async function findAuditEntry(
  work: QueryExecutorProvider,
  userId: string,
  id: number,
  isSeen: RawBuilder<unknown> = sql`true`,
): Promise<AuditEntry | undefined> {
  const { rows } = await sql<AuditEntry>`select action, subject, subject_id, before, after,
      transaction::text as transaction, created_at > now() - interval '30 days' as is_recent
    from audit as record where user_id = ${userId} and id = ${id} and ${isSeen}`.execute(work)
  return rows[0]
}

/** Marks the entry of a restored record, which was logged as created. This works only in the same transaction. */
export async function markRestored(
  work: QueryExecutorProvider,
  userId: string,
  subject: string,
  ids: number[],
): Promise<void> {
  // The ids are read first: in a distributed database, only the machine with the rows knows its transaction (SPEC C257).
  const { rows } = await sql<{ id: number }>`select id from audit
    where user_id = ${userId} and subject = ${subject} and subject_id = any(${ids}) and action = 'created'
      and transaction = pg_current_xact_id() and created_at >= now()`.execute(work)
  await sql`update audit set action = 'restored'
    where user_id = ${userId} and id = any(${rows.map(({ id }) => id)})`.execute(work)
}

/** The numbers of the statements among these that the person approved. */
export async function readOwnApprovals(
  work: QueryExecutorProvider,
  userId: string,
  billingIds: number[],
  personId: string,
): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`select (after ->> 'number')::integer as number
    from audit where user_id = ${userId} and subject = 'billing' and subject_id = any(${billingIds})
      and person_id = ${personId} and after ->> 'approvedAt' is not null`.execute(work)
  return rows.map(({ number }) => number)
}

/** The day on which the BOL status of each load last became received, by load. */
export async function readReceivedBolDays(
  work: QueryExecutorProvider,
  userId: string,
  loadIds: readonly number[],
): Promise<Map<number, Day>> {
  if (!loadIds.length) return new Map()
  const { rows } = await sql<{ id: number; day: Day }>`
    select subject_id as id, (max(created_at) at time zone ${readTimeZone()})::date as day
    from audit where user_id = ${userId} and subject = 'loads' and subject_id = any(${[...loadIds]}::bigint[])
      and after ->> 'bolStatus' = 'received'
    group by subject_id`.execute(work)
  return new Map(rows.map(({ id, day }) => [id, day]))
}
