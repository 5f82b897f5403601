import type { Database, Work } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'

type Lock = 'key-share' | 'no-key-update'

/**
 * Throws 404 if the account has no such broker. `lock`: blocks deletion, or deletion and changes, until the transaction
 * ends.
 */
export async function requireBroker(
  work: Database | Work,
  userId: string,
  brokerId: number,
  lock?: Lock,
): Promise<void> {
  const found = work
    .selectFrom('brokers')
    .select('id')
    .where('userId', '=', userId)
    .where('id', '=', brokerId)
  const locked = lock === 'key-share' ? found.forKeyShare() : found.forNoKeyUpdate()
  if (!(await (lock ? locked : found).executeTakeFirst())) throw notFound()
}
