/**
 * Limits on password guesses and sign-ups (SPEC B6). The database counts them, so that they apply to all instances
 * of the server and survive restarts.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { CLOCK_TOLERANCE } from '#server/database/clock.ts'
import type { Database, Work } from '#server/database/open.ts'
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
 * Counts an attempt by `subject` and returns its id. Call it before the outcome is known: otherwise a hundred guesses
 * sent at once would all pass. Throws 429 with Retry-After.
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
    // Not an attempt that a clock ahead has dated: it would count until that day (SPEC C36).
    .where('happenedAt', '<=', CLOCK_TOLERANCE)
    .executeTakeFirstOrThrow()
  if (recent.count <= limit.most) return id
  await forgetAttempt(database, id)
  throw new RequestError(429, limit.message, {
    retryAfter: Math.min(limit.seconds, Math.max(1, limit.seconds + recent.oldest)),
  })
}

/** Undoes the count of an attempt: the password was right. */
export async function forgetAttempt(database: Database, id: number): Promise<void> {
  await database.deleteFrom('attempts').where('id', '=', id).execute()
}

/** Undoes the count of all attempts by `subject`. */
export async function forgetAttempts(
  database: Database,
  limit: Limit,
  subject: string,
): Promise<void> {
  const attempts = database.deleteFrom('attempts').where('kind', '=', limit.kind)
  await attempts.where('subject', '=', hashKey(subject)).execute()
}

/** Deletes attempts older than a day and those of the future, which no limit counts. */
export async function deleteOldAttempts(work: Work): Promise<void> {
  await work
    .deleteFrom('attempts')
    .where((is) =>
      is.or([
        is('happenedAt', '<', sql<string>`now() - interval '1 day'`),
        is('happenedAt', '>', CLOCK_TOLERANCE),
      ]),
    )
    .execute()
}

function hashKey(subject: string): string {
  return createHash('sha256').update(subject).digest('hex')
}
