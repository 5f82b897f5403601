/** What is charged back by leases without their own charge-backs (SPEC C526). */
import { sql } from 'kysely'
import { INITIAL_TERMS, type LeaseDefaults, type LeaseTerm } from '#core/fleet/lease-terms.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION } from '#server/database/values.ts'
import { versionConflict } from '#server/errors.ts'

export async function readLeaseDefaults(
  work: Database | Work,
  userId: string,
): Promise<LeaseDefaults> {
  const stored = await work
    .selectFrom('leaseDefaults')
    .select(['terms', 'version'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return stored ?? { terms: [...INITIAL_TERMS], version: 0 }
}

/** `version`: the version that the user saw. Throws 412. Of two first saves at once, one gets 409 from the key. */
export function saveLeaseDefaults(
  database: Database,
  userId: string,
  terms: LeaseTerm[],
  version: number | undefined,
): Promise<LeaseDefaults> {
  return inTransaction(database, async (work) => {
    await work
      .selectFrom('leaseDefaults')
      .select('id')
      .where('userId', '=', userId)
      .forNoKeyUpdate()
      .execute()
    const stored = await readLeaseDefaults(work, userId)
    if (version !== undefined && version !== stored.version) throw versionConflict(stored)
    const values = { terms: sql<LeaseTerm[]>`${JSON.stringify(terms)}::jsonb` }
    await (
      stored.version === 0
        ? work.insertInto('leaseDefaults').values({ userId, ...values })
        : work
            .updateTable('leaseDefaults')
            .set({ ...values, ...NEXT_VERSION })
            .where('userId', '=', userId)
    ).execute()
    return readLeaseDefaults(work, userId)
  })
}
