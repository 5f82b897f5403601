/** Finds the settlement that has the truck and date of a void statement now (SPEC C94). */
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Database, Work } from '#server/database/open.ts'
import { selectSettlements } from '#server/settlements/settlement/lock.ts'

export function findReplacement(
  work: Database | Work,
  userId: string,
  { truckId, settlementDate }: Pick<Settlement, 'truckId' | 'settlementDate'>,
): Promise<Settlement | undefined> {
  return selectSettlements(work, userId)
    .where('truckId', '=', truckId)
    .where('settlementDate', '=', settlementDate)
    .where('status', '<>', 'void')
    .executeTakeFirst()
}
