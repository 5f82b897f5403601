/** Stores who a broker pays: a factor, or the carrier. find_factor_of_broker in the database applies the choice (SPEC C211). */
import type { FactorBroker } from '#core/factoring/factors.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION } from '#server/database/values.ts'
import { requireBroker } from '#server/entities/require-broker.ts'
import { badField } from '#server/errors.ts'
import { readFactors } from './factor-store.ts'

/** Throws 404 for an unknown broker. */
export async function readChoiceOfBroker(
  database: Database,
  userId: string,
  brokerId: number,
): Promise<FactorBroker> {
  await requireBroker(database, userId, brokerId)
  return readBrokerChoice(database, userId, brokerId)
}

async function readBrokerChoice(
  work: Database | Work,
  userId: string,
  brokerId: number,
): Promise<FactorBroker & { version: number }> {
  const row = await work
    .selectFrom('factorBrokers')
    .select(['factorId', 'approvedLimit', 'version'])
    .where('userId', '=', userId)
    .where('brokerId', '=', brokerId)
    .executeTakeFirst()
  if (!row) return { choice: 'default', factorId: null, approvedLimit: null, version: 0 }
  return { choice: row.factorId === null ? 'direct' : 'factor', ...row }
}

/** Throws 404 for an unknown broker, and 400 at the factor and the limit. */
export function saveBrokerChoice(
  database: Database,
  userId: string,
  brokerId: number,
  { choice, factorId, approvedLimit }: FactorBroker,
): Promise<FactorBroker> {
  return inTransaction(database, async (work) => {
    await requireBroker(work, userId, brokerId, 'no-key-update')
    if (choice === 'default') {
      await work
        .deleteFrom('factorBrokers')
        .where('userId', '=', userId)
        .where('brokerId', '=', brokerId)
        .execute()
      return { choice, factorId: null, approvedLimit: null }
    }
    const values = await checkChoice(work, userId, { choice, factorId, approvedLimit })
    const { numUpdatedRows } = await work
      .updateTable('factorBrokers')
      .set({ ...values, ...NEXT_VERSION })
      .where('userId', '=', userId)
      .where('brokerId', '=', brokerId)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n)
      await work
        .insertInto('factorBrokers')
        .values({ userId, brokerId, ...values })
        .execute()
    return { choice, ...values }
  })
}

async function checkChoice(work: Work, userId: string, chosen: FactorBroker) {
  if (chosen.choice === 'direct') return { factorId: null, approvedLimit: null }
  const factors = await readFactors(work, userId)
  const factor = factors.find(({ id }) => id === chosen.factorId)
  if (!factor) throw badField('factorId', 'Factor was not found')
  return { factorId: factor.id, approvedLimit: chosen.approvedLimit }
}
