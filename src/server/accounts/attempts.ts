/**
 * Counts attempts: wrong passwords and sign-ups (SPEC B6). The database counts them, so that the limits apply to all
 * instances of the server and survive restarts.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { CLOCK_TOLERANCE } from '#server/database/clock.ts'
import type { Database, Work } from '#server/database/open.ts'
import { RequestError } from '#server/errors.ts'

/** At most `most` attempts by one subject within `seconds`. */
export type Limit = { kind: string; most: number; seconds: number; message: string }

/** `subject`: an email or a network. The database stores its hash. */
export type Count = Limit & { subject: string }

/**
 * Counts an attempt by `subject` and returns its id. Call it before the outcome is known: otherwise a hundred guesses
 * sent at once would all pass. Throws 429 with Retry-After.
 */
export async function countAttempt(
  database: Database,
  limit: Limit,
  subject: string,
): Promise<number> {
  const [id = 0] = await countAttempts(database, [{ ...limit, subject }])
  return id
}

/** Counts one attempt under several limits and returns the ids. Throws 429 if one of them is reached. */
export async function countAttempts(database: Database, counts: Count[]): Promise<number[]> {
  const ids = await addAttempt(database, counts)
  const waits = await readWaits(database, counts, ids)
  const reached = counts.find((_, at) => waits[at])
  if (!reached) return ids
  await forgetAttempt(database, ids)
  throw tooManyAttempts(reached, Math.max(...waits))
}

/** A 429 error. `wait`: seconds until another attempt is allowed. */
export function tooManyAttempts({ message }: Limit, wait: number): RequestError {
  return new RequestError(429, message, { retryAfter: wait })
}

/** Counts one attempt without checking the limits. Returns an id for each of them. */
export async function addAttempt(database: Database, counts: Count[]): Promise<number[]> {
  const added = await database
    .insertInto('attempts')
    .values(counts.map(({ kind, subject }) => ({ kind, subject: hashKey(subject) })))
    .returning('id')
    .execute()
  return added.map(({ id }) => id)
}

/**
 * For each limit the seconds until it allows an attempt, 0 if it allows one now. `own`: the ids of this
 * attempt. A clock that was ahead left attempts in the future; they don't count.
 */
export async function readWaits(
  database: Database,
  counts: Count[],
  own: number[],
): Promise<number[]> {
  const column = <Key extends keyof Count>(key: Key) => counts.map((count) => count[key])
  const { rows } = await sql<{ wait: number | null }>`
    select (select least(seconds, greatest(1, ceil(extract(epoch from happened_at - now()))::integer + seconds))
      from attempts
      where attempts.kind = limits.kind and attempts.subject = limits.subject
        and happened_at > now() - make_interval(secs => seconds) and happened_at <= ${CLOCK_TOLERANCE}
        and id <> all(${own}::bigint[])
      order by happened_at desc offset most - 1 limit 1) as wait
    from unnest(${column('kind')}::text[], ${column('subject').map(hashKey)}::text[],
      ${column('most')}::integer[], ${column('seconds')}::integer[])
      with ordinality as limits (kind, subject, most, seconds, place)
    order by place`.execute(database)
  return rows.map(({ wait }) => wait ?? 0)
}

/** Undoes the count of an attempt: the password was right. */
export async function forgetAttempt(database: Database, ids: number | number[]): Promise<void> {
  const counted = [ids].flat()
  if (counted.length) await database.deleteFrom('attempts').where('id', 'in', counted).execute()
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

/** Deletes attempts that no limit counts: older than a day, or in the future. */
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
