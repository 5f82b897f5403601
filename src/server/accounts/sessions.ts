/** Sessions: opaque tokens, of which the database stores only the SHA-256. */
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Session, User } from '#core/accounts/accounts.ts'
import { CLOCK_TOLERANCE } from '#server/database/clock.ts'
import type { Database, Work } from '#server/database/open.ts'

/** A session ends after this many days without use, and after `MOST_DAYS` in any case. */
const IDLE_DAYS = 7
const MOST_DAYS = 30
export const IDLE_SECONDS = IDLE_DAYS * 24 * 60 * 60
const IDLE_PERIOD = sql`interval ${sql.lit(`${IDLE_DAYS} days`)}`
const IDLE = sql<string>`now() + ${IDLE_PERIOD}`
const OLDEST = sql<string>`now() - interval ${sql.lit(`${MOST_DAYS} days`)}`
const LONGEST_AGENT = 300
/** Per account. A program that logs in for each call must not fill the disk. */
const MOST_SESSIONS = 100

export const USER_COLUMNS = [
  'users.id',
  'users.email',
  'users.firstName',
  'users.lastName',
  'users.profileImageUrl',
  'users.createdAt',
  'users.updatedAt',
] as const

/** Starts a session and returns its token, 256 random bits. `agent`: the User-Agent header. */
export async function startSession(
  database: Database | Work,
  userId: string,
  agent: string | undefined,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const sess = JSON.stringify({ agent: agent?.slice(0, LONGEST_AGENT) ?? null })
  await database
    .insertInto('sessions')
    .values({ userId, sid: hashToken(token), sess, expire: IDLE })
    .execute()
  await database
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where((is) => is.or([hasEnded, is('id', '<', selectOldestKept(userId))]))
    .execute()
  return token
}

/** The user of the session, undefined if the session has ended. */
export async function findSessionUser(
  database: Database,
  token: string,
): Promise<User | undefined> {
  const sid = hashToken(token)
  const found = await database
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(USER_COLUMNS)
    .select(
      sql<boolean>`sessions.expire not between ${IDLE} - interval '1 hour' and ${IDLE}`.as('stale'),
    )
    .where('sessions.sid', '=', sid)
    .where(sql<boolean>`not ${hasEnded}`)
    .executeTakeFirst()
  if (!found) return undefined
  const { stale, ...user } = found
  // Once an hour is enough: a write per request would cost more than the request. An expiry that is too far ahead
  // was written by a clock that was ahead.
  if (stale) await extendSession(database, user.id, sid)
  return user
}

/** The account's sessions, latest first. `token`: the session of the request. */
export function listSessions(
  database: Database,
  userId: string,
  token: string,
): Promise<Session[]> {
  return database
    .selectFrom('sessions')
    .select(['id', 'createdAt'])
    .select([
      sql<boolean>`sid = ${hashToken(token)}`.as('current'),
      sql<string | null>`sess ->> 'agent'`.as('agent'),
      sql<string>`expire - ${IDLE_PERIOD}`.as('usedAt'),
    ])
    .where('userId', '=', userId)
    .where(sql<boolean>`not ${hasEnded}`)
    .orderBy('id', 'desc')
    .execute()
}

/** False if the account has no such session. */
export async function endSessionById(
  database: Database,
  userId: string,
  id: number,
): Promise<boolean> {
  const ended = database.deleteFrom('sessions').where('userId', '=', userId).where('id', '=', id)
  return (await ended.executeTakeFirst()).numDeletedRows > 0n
}

export async function endSession(database: Database, userId: string, token: string): Promise<void> {
  await database
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('sid', '=', hashToken(token))
    .execute()
}

/** Ends all sessions of the account, except the session of `token` if there is one. */
export async function endSessions(
  database: Database | Work,
  userId: string,
  token = '',
): Promise<void> {
  await database
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('sid', '!=', hashToken(token))
    .execute()
}

/** Deletes the ended sessions of all accounts. */
export async function deleteEndedSessions(work: Work): Promise<void> {
  await work.deleteFrom('sessions').where(hasEnded).execute()
}

/** Includes a session that begins in the future: the clock was ahead then, and it would last too long (SPEC C36). */
const hasEnded = sql<boolean>`(sessions.expire <= now() or sessions.created_at <= ${OLDEST}
  or sessions.created_at > ${CLOCK_TOLERANCE})`

function selectOldestKept(userId: string) {
  return sql<number>`(select min(id) from (select id from sessions
    where user_id = ${userId} order by id desc limit ${MOST_SESSIONS}) as latest)`
}

async function extendSession(database: Database, userId: string, sid: string): Promise<void> {
  const session = database.updateTable('sessions').set({ expire: IDLE })
  await session.where('userId', '=', userId).where('sid', '=', sid).execute()
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
