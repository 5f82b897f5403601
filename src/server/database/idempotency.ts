/** A POST with an Idempotency-Key makes one record, however often it is sent (SPEC B23). */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { RequestError } from '#server/errors.ts'
import type { Database, Work } from './open.ts'
import { inTransaction } from './transaction.ts'

const LONGEST_KEY = 200

/** What makes two requests the same one: the key, and a digest of path and body. */
export type Repeatable = { key: string | undefined; path: string; body: unknown }

/**
 * Does `create` in a transaction and remembers its answer under the key for 24 hours; the same
 * request again gets that answer. Two at once: the second waits for the first at the key's row.
 * Throws 422 where the key came with another body, 400 where it is too long.
 */
export async function runIdempotent<Answer extends object>(
  database: Database,
  userId: string,
  request: Repeatable,
  create: (work: Work) => Promise<Answer>,
): Promise<Answer> {
  const { key } = request
  if (key === undefined) return inTransaction(database, create)
  if (key === '' || key.length > LONGEST_KEY)
    throw new RequestError(400, 'Idempotency-Key must be 1 to 200 characters')
  const requestHash = digest(request)
  return inTransaction(database, async (work) => {
    const known = await claim(work, userId, key, requestHash)
    if (known) return known as Answer
    const answer = await create(work)
    await work
      .updateTable('idempotencyKeys')
      .set({ status: 201, answer: JSON.stringify(answer) })
      .where('userId', '=', userId)
      .where('key', '=', key)
      .execute()
    return answer
  })
}

/** Takes the key for this transaction, or gives the answer that it already stands for. */
async function claim(work: Work, userId: string, key: string, requestHash: string) {
  const taken = await work
    .insertInto('idempotencyKeys')
    .values({ userId, key, requestHash })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'key'])
        .doUpdateSet({ requestHash, answer: null, status: null, createdAt: sql`now()` })
        .where('idempotencyKeys.createdAt', '<', sql<string>`now() - interval '24 hours'`),
    )
    .returning('key')
    .executeTakeFirst()
  if (taken) return undefined
  const known = await work
    .selectFrom('idempotencyKeys')
    .select(['requestHash', 'answer'])
    .where('userId', '=', userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (known.requestHash !== requestHash) {
    throw new RequestError(422, 'This Idempotency-Key was used for another request')
  }
  return known.answer
}

function digest({ path, body }: Repeatable): string {
  return createHash('sha256')
    .update(`${path}\n${JSON.stringify(body)}`)
    .digest('hex')
}
