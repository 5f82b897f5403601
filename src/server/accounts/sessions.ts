/** Who is signed in: opaque tokens, of which the database keeps only the SHA-256. */
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { User } from '#core/accounts.ts'
import type { Database } from '#server/database/open.ts'

/** Seven days without use end a session, thirty days end it in any case. */
export const IDLE_SECONDS = 7 * 24 * 60 * 60
const IDLE = sql<string>`now() + interval '7 days'`
const OLDEST = sql<string>`now() - interval '30 days'`

export const USER_COLUMNS = [
  'users.id',
  'users.email',
  'users.firstName',
  'users.lastName',
  'users.profileImageUrl',
  'users.createdAt',
  'users.updatedAt',
] as const

/** Starts a session and gives its token: 256 random bits. */
export async function startSession(database: Database, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await database.deleteFrom('sessions').where('userId', '=', userId).where(isOver).execute()
  await database
    .insertInto('sessions')
    .values({ userId, sid: sidOf(token), expire: IDLE })
    .execute()
  return token
}

/** The user whose session this token is, undefined where there is none any more. */
export async function userOfSession(database: Database, token: string): Promise<User | undefined> {
  const sid = sidOf(token)
  const found = await database
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(USER_COLUMNS)
    .select(sql<boolean>`sessions.expire < ${IDLE} - interval '1 hour'`.as('stale'))
    .where('sessions.sid', '=', sid)
    .where(sql<boolean>`not ${isOver}`)
    .executeTakeFirst()
  if (!found) return undefined
  const { stale, ...user } = found
  // Once an hour is enough: a write for each request would cost more than the request.
  if (stale) await prolong(database, user.id, sid)
  return user
}

export async function endSession(database: Database, userId: string, token: string): Promise<void> {
  await database
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('sid', '=', sidOf(token))
    .execute()
}

const isOver = sql<boolean>`(sessions.expire <= now() or sessions.created_at <= ${OLDEST})`

async function prolong(database: Database, userId: string, sid: string): Promise<void> {
  const session = database.updateTable('sessions').set({ expire: IDLE })
  await session.where('userId', '=', userId).where('sid', '=', sid).execute()
}

function sidOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
