/** A POST with an Idempotency-Key creates one record, however often it is sent (SPEC B23). */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { RequestError } from '#server/errors.ts'
import { CLOCK_TOLERANCE } from './clock.ts'
import type { Database, Work } from './open.ts'
import { inTransaction } from './transaction.ts'

export const LONGEST_KEY = 200

/** Two requests of a person are the same if key, path and body are. */
export type Repeatable = {
  personId: string
  key: string | undefined
  path: string
  body: unknown
}

/**
 * Runs `create` in a transaction and stores its response under the key for 24 hours. If the request is repeated, it gets
 * that response. A second request at the same time waits for the lock on the key's row. Throws 422 if the key was used
 * with another body, 400 if its length is wrong.
 */
export async function runIdempotent<Result extends object>(
  database: Database,
  userId: string,
  request: Repeatable,
  create: (work: Work) => Promise<Result>,
): Promise<Result> {
  const { key, personId } = request
  if (key === undefined) return inTransaction(database, create)
  if (key === '' || key.length > LONGEST_KEY)
    throw new RequestError(400, 'Idempotency-Key must be 1 to 200 characters')
  const requestHash = digest(request)
  return inTransaction(database, async (work) => {
    const known = await claimKey(work, { userId, personId, key }, requestHash)
    if (known) return known as Result
    const result = await create(work)
    await work
      .updateTable('idempotencyKeys')
      .set({ status: 201, answer: JSON.stringify(result) })
      .where('userId', '=', userId)
      .where('personId', '=', personId)
      .where('key', '=', key)
      .execute()
    return result
  })
}

type Key = { userId: string; personId: string; key: string }

/** Whether a response is stored under the key: the same request again gets it from `runIdempotent`. */
export async function hasResponse(
  database: Database,
  userId: string,
  { personId, key }: Pick<Repeatable, 'personId' | 'key'>,
): Promise<boolean> {
  if (key === undefined) return false
  const { rows } =
    await sql`select from idempotency_keys where user_id = ${userId} and person_id = ${personId}
    and key = ${key} and answer is not null and created_at > now() - interval '24 hours'`.execute(
      database,
    )
  return rows.length > 0
}

/** Claims the key for this transaction, or returns the response that is stored under it. */
async function claimKey(work: Work, { userId, personId, key }: Key, requestHash: string) {
  const claimed = await work
    .insertInto('idempotencyKeys')
    .values({ userId, personId, key, requestHash })
    // The time comes from the inserted row, because a distributed database rejects `now()` here (SPEC C257).
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'personId', 'key'])
        .doUpdateSet((is) => ({
          requestHash,
          answer: null,
          status: null,
          createdAt: is.ref('excluded.createdAt'),
        }))
        .where(
          sql<boolean>`excluded.created_at - idempotency_keys.created_at > interval '24 hours'`,
        ),
    )
    .returning('key')
    .executeTakeFirst()
  if (claimed) return undefined
  const known = await work
    .selectFrom('idempotencyKeys')
    .select(['requestHash', 'answer'])
    .where('userId', '=', userId)
    .where('personId', '=', personId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (known.requestHash !== requestHash) {
    throw new RequestError(422, 'This Idempotency-Key was used for a different request')
  }
  return known.answer
}

/**
 * Deletes keys older than a day. A key with a time in the future gets the current time, and is kept for another day: its
 * request may still be repeated, and without the key it would create a second record (SPEC C36).
 */
export async function deleteOldKeys(work: Work): Promise<void> {
  await work
    .updateTable('idempotencyKeys')
    .set({ createdAt: sql<string>`now()` })
    .where('createdAt', '>', CLOCK_TOLERANCE)
    .execute()
  await work
    .deleteFrom('idempotencyKeys')
    .where('createdAt', '<', sql<string>`now() - interval '1 day'`)
    .execute()
}

function digest({ path, body }: Repeatable): string {
  return createHash('sha256')
    .update(`${path}\n${JSON.stringify(body)}`)
    .digest('hex')
}
