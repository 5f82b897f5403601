/**
 * Limits on guessing passwords and on signing up (SPEC B6). They are counted in the database, so
 * that they hold across every copy of the server and across a restart.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/database/open.ts'
import { RequestError } from '#server/errors.ts'

type Limit = { kind: string; most: number; seconds: number; message: string }

export const WRONG_PASSWORDS: Limit = {
  kind: 'login',
  most: 10,
  seconds: 15 * 60,
  message: 'Too many wrong passwords. Please try again later.',
}

export const SIGNUPS: Limit = {
  kind: 'signup',
  most: 100,
  seconds: 60 * 60,
  message: 'Too many sign-ups from this address. Please try again later.',
}

/**
 * Counts a try by `subject` and gives its id. It is counted before its outcome is known: a hundred
 * guesses sent at once would otherwise all be let through. Throws 429 with Retry-After.
 */
export async function countAttempt(
  database: Database,
  limit: Limit,
  subject: string,
): Promise<number> {
  const hashed = hashKey(subject)
  const { id } = await database
    .insertInto('attempts')
    .values({ kind: limit.kind, subject: hashed })
    .returning('id')
    .executeTakeFirstOrThrow()
  const recent = await database
    .selectFrom('attempts')
    .select((is) => [
      is.fn.countAll<number>().as('count'),
      sql<number>`ceil(extract(epoch from min(happened_at) - now()))::integer`.as('oldest'),
    ])
    .where('kind', '=', limit.kind)
    .where('subject', '=', hashed)
    .where('happenedAt', '>', sql<string>`now() - make_interval(secs => ${limit.seconds})`)
    .executeTakeFirstOrThrow()
  if (recent.count <= limit.most) return id
  await forgetAttempt(database, id)
  throw new RequestError(429, limit.message, {
    retryAfter: Math.max(1, limit.seconds + recent.oldest),
  })
}

/** Takes a try back: it was a right password. */
export async function forgetAttempt(database: Database, id: number): Promise<void> {
  await database.deleteFrom('attempts').where('id', '=', id).execute()
}

/** Takes back every try by `subject`. */
export async function forgetAttempts(
  database: Database,
  limit: Limit,
  subject: string,
): Promise<void> {
  const tries = database.deleteFrom('attempts').where('kind', '=', limit.kind)
  await tries.where('subject', '=', hashKey(subject)).execute()
}

/** Clears what no limit looks at any more. */
export async function deleteExpired(database: Database): Promise<void> {
  await database
    .deleteFrom('attempts')
    .where('happenedAt', '<', sql<string>`now() - interval '1 day'`)
    .execute()
  await database
    .deleteFrom('idempotencyKeys')
    .where('createdAt', '<', sql<string>`now() - interval '1 day'`)
    .execute()
}

function hashKey(subject: string): string {
  return createHash('sha256').update(subject).digest('hex')
}
