/** Sessions: opaque tokens, of which the database stores only the SHA-256. */
import { sql } from 'kysely'
import type { Session } from '#core/accounts/accounts.ts'
import type { Member } from '#core/team/member.ts'
import {
  listPermissions,
  roleSettingNames,
  ROLE_DEFAULTS,
  type RoleSettings,
} from '#core/team/roles.ts'
import type { StoredView } from '#core/team/view-as.ts'
import { CLOCK_TOLERANCE } from '#server/database/clock.ts'
import type { Database, Work } from '#server/database/open.ts'
import { hashAccountToken, newAccountToken, parseAccountToken } from './team/account-token.ts'
import { holdMemberships, markSeen, type Membership } from './team/memberships.ts'
import { readAccountIds } from './team/persons.ts'
import { lowerPermissions } from './team/view-as.ts'
import { LACKS_TWO_STEP } from './two-step/required.ts'

/** A session ends after this many days without use, and after `MAX_DAYS` in any case. */
const IDLE_DAYS = 7
const MAX_DAYS = 30
export const IDLE_SECONDS = IDLE_DAYS * 24 * 60 * 60
const IDLE_PERIOD = sql`interval ${sql.lit(`${IDLE_DAYS} days`)}`
const IDLE = sql<string>`now() + ${IDLE_PERIOD}`
const OLDEST = sql<string>`now() - interval ${sql.lit(`${MAX_DAYS} days`)}`
const LONGEST_AGENT = 300
/** The maximum number of sessions per person and account. A program that logs in for each call must not fill the disk. */
const MAX_SESSIONS = 100

/** Includes a session that begins in the future: the clock was ahead then, and it would last too long (SPEC C36). */
const hasEnded = sql<boolean>`(sessions.expire <= now() or sessions.created_at <= ${OLDEST}
  or sessions.created_at > ${CLOCK_TOLERANCE})`

/** Starts a session and returns its token, which names the account. `agent`: the User-Agent header. */
export async function startSession(
  work: Database | Work,
  membership: Membership,
  agent: string | undefined,
): Promise<string> {
  return storeSession(work, membership, { agent: agent?.slice(0, LONGEST_AGENT) ?? null })
}

/**
 * Replaces the session of `token` with one of another account. It keeps its id, and ends when the first one would have ended.
 * Undefined if the session has ended.
 */
export async function moveSession(
  work: Work,
  token: string,
  membership: Membership,
): Promise<string | undefined> {
  const ended = await work
    .deleteFrom('sessions')
    .where('userId', '=', parseAccountToken(token) ?? null)
    .where('sid', '=', hashAccountToken(token))
    .returning(['id', 'sess', 'createdAt'])
    .executeTakeFirst()
  if (!ended) return undefined
  const { viewAs: _ofOtherAccount, ...content } = ended.sess as Record<string, unknown>
  return storeSession(work, membership, content, ended)
}

/** `moved`: the id and the start of the session that is replaced. */
async function storeSession(
  work: Database | Work,
  { accountId: userId, personId }: Membership,
  content: object,
  moved?: { id: number; createdAt: string },
): Promise<string> {
  const token = newAccountToken(userId)
  const sid = hashAccountToken(token)
  const id = moved ? sql`${moved.id}` : sql`default`
  await sql`insert into sessions (user_id, person_id, sid, sess, expire, created_at, id) overriding system value
    values (${userId}, ${personId}, ${sid}, ${JSON.stringify(content)}, ${IDLE},
      coalesce(${moved?.createdAt ?? null}::timestamptz, now()), ${id})`.execute(work)
  await work
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('personId', '=', personId)
    .where('sid', '<>', sid)
    .where((is) => is.or([hasEnded, is('id', '<', selectOldestKept(userId, personId))]))
    .execute()
  return token
}

type Found = {
  personId: string
  /** The role and its link; null if the membership has ended. */
  assignment: Pick<Member, 'role' | 'ownerId' | 'driverId'> | null
  settings: (RoleSettings & { lacksTwoStep: boolean; timeZone: string | null }) | null
  /** The role or member that an Admin views the account as. */
  view: StoredView | null
  stale: boolean
}

/** SQL: name and value of each setting of a role. */
const ROLE_COLUMNS = sql.join(
  roleSettingNames.map((name) => sql`${sql.lit(name)}, ${sql.ref(name)}`),
)

async function findSession(
  database: Database,
  accountId: string,
  sid: string,
): Promise<Found | undefined> {
  const { rows } = await sql<{
    found: Found
  }>`select json_build_object('personId', person_id, 'view', sess -> 'viewAs',
      'assignment', (select json_build_object('role', role, 'ownerId', owner_id, 'driverId', driver_id) from members
        where members.user_id = ${accountId} and members.person_id = sessions.person_id and until is null),
      'settings', (select json_build_object(${ROLE_COLUMNS}, 'timeZone', time_zone, 'lacksTwoStep', ${LACKS_TWO_STEP})
         from team_settings where team_settings.user_id = ${accountId}),
      'stale', sessions.expire not between ${IDLE} - interval '1 hour' and ${IDLE}) as found
    from sessions where sessions.user_id = ${accountId} and sessions.sid = ${sid} and not ${hasEnded}`.execute(
    database,
  )
  return rows[0]?.found
}

/**
 * The member whose session it is, undefined if the session or the membership has ended. One query, so that a changed
 * role applies to the next request (SPEC C68). Subqueries: PostgreSQL would take longer to plan joins than to run them.
 */
export async function findSessionMember(
  database: Database,
  token: string,
): Promise<Member | undefined> {
  const accountId = parseAccountToken(token)
  if (!accountId) return undefined
  const sid = hashAccountToken(token)
  const found = await findSession(database, accountId, sid)
  if (!found?.assignment) return undefined
  const { personId, assignment, settings, view, stale } = found
  // Once an hour is enough: a write per request would cost more than the request. An expiry that is too far ahead
  // was written by a clock that was ahead.
  if (stale) await extendSession(database, { accountId, personId }, sid)
  const roleSettings = settings ?? ROLE_DEFAULTS
  const permissions = listPermissions(assignment.role, roleSettings)
  const lacksTwoStep = settings?.lacksTwoStep ?? false
  const timeZone = settings?.timeZone ?? null
  const member = { accountId, personId, ...assignment, permissions, timeZone, lacksTwoStep }
  return view && member.role === 'admin'
    ? lowerPermissions(database, member, { view, settings: roleSettings })
    : member
}

/** Stores the role or member that the session's Admin views the account as; null ends the view. */
export async function storeView(work: Work, token: string, view: StoredView | null): Promise<void> {
  const sess = view
    ? sql`jsonb_set(sess, '{viewAs}', ${JSON.stringify(view)}::jsonb)`
    : sql`sess - 'viewAs'`
  await sql`update sessions set sess = ${sess}
    where user_id = ${parseAccountToken(token) ?? null} and sid = ${hashAccountToken(token)}`.execute(
    work,
  )
}

/** The person's sessions in all of their accounts, latest first. `token`: the session of the request. */
export async function listSessions(
  database: Database,
  personId: string,
  token: string,
): Promise<Session[]> {
  return sessionsOf(database, personId, await readAccountIds(database, personId))
    .select(['sessions.id', 'sessions.createdAt'])
    .select([
      sql<boolean>`sid = ${hashAccountToken(token)}`.as('current'),
      sql<string | null>`sess ->> 'agent'`.as('agent'),
      sql<string>`expire - ${IDLE_PERIOD}`.as('usedAt'),
    ])
    .where(sql<boolean>`not ${hasEnded}`)
    .orderBy('sessions.id', 'desc')
    .execute()
}

/**
 * Returns the session's account, undefined if the person has no such session. Holds the memberships, as `endSessions`
 * does: the session could move to another account otherwise, and stay.
 */
export async function endSessionById(
  work: Work,
  personId: string,
  id: number,
): Promise<string | undefined> {
  const accounts = (await holdMemberships(work, personId)).map(({ accountId }) => accountId)
  const session = await sessionsOf(work, personId, accounts)
    .select('sessions.userId')
    .where('sessions.id', '=', id)
    .executeTakeFirst()
  if (!session) return undefined
  const ended = work.deleteFrom('sessions').where('userId', '=', session.userId)
  const own = ended.where('personId', '=', personId).where('id', '=', id)
  return (await own.returning('userId').executeTakeFirst())?.userId
}

export async function endSession(database: Database, token: string): Promise<void> {
  const userId = parseAccountToken(token)
  if (!userId) return
  await database
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('sid', '=', hashAccountToken(token))
    .execute()
}

/**
 * Ends all sessions of the person in all of their accounts, except the session of `token` if there is one. Holds the
 * memberships first: a switch to another account, which holds one, would keep its session otherwise.
 */
export async function endSessions(work: Work, personId: string, token = ''): Promise<void> {
  const kept = hashAccountToken(token)
  for (const { accountId } of await holdMemberships(work, personId)) {
    const sessions = work.deleteFrom('sessions').where('userId', '=', accountId)
    await sessions.where('personId', '=', personId).where('sid', '<>', kept).execute()
  }
}

/** Ends the person's sessions of one account, for example when the membership ends. */
export async function endSessionsIn(
  work: Work,
  { accountId, personId }: Membership,
): Promise<void> {
  const sessions = work.deleteFrom('sessions').where('userId', '=', accountId)
  await sessions.where('personId', '=', personId).execute()
}

/** Ends every session of an account. */
export async function endSessionsOfAccount(work: Work, accountId: string): Promise<void> {
  await work.deleteFrom('sessions').where('userId', '=', accountId).execute()
}

/** Deletes the ended sessions of all accounts. */
export async function deleteEndedSessions(work: Work): Promise<void> {
  await work.deleteFrom('sessions').where(hasEnded).execute()
}

function selectOldestKept(userId: string, personId: string) {
  return sql<number>`(select min(id) from (select id from sessions
    where user_id = ${userId} and person_id = ${personId} order by id desc limit ${MAX_SESSIONS}) as latest)`
}

/** `accountIds`: those of the person. */
function sessionsOf(database: Database | Work, personId: string, accountIds: string[]) {
  return database
    .selectFrom('sessions')
    .where('userId', '=', sql<string>`any(${accountIds}::uuid[])`)
    .where('personId', '=', personId)
}

async function extendSession(
  database: Database,
  { accountId, personId }: Membership,
  sid: string,
): Promise<void> {
  const session = database.updateTable('sessions').set({ expire: IDLE })
  await session.where('userId', '=', accountId).where('sid', '=', sid).execute()
  await markSeen(database, { accountId, personId })
}
