/** Loads of a period that don't earn what their rate confirmation says (SPEC C126). */
import type { Day, Period } from '#core/calendar.ts'
import { compareTotals } from '#core/confirmations/compare-totals.ts'
import type { Amount } from '#core/money.ts'
import type { Database } from '#server/database/open.ts'
import { readCurrentConfirmations } from '#server/documents/current-confirmations.ts'
import { readClearTotals } from './readings.ts'

type SettledLoad = {
  id: number
  truckId: number | null
  settlementDate: Day | null
  revenue: Amount
  billedTotal: Amount
  chargeCount: number
}

/** The number of such loads by `keyOfSettlement`, of the settlement dates in `period`. */
export async function countDifferingLoads(
  database: Database,
  userId: string,
  { from, to }: Period,
): Promise<Map<string, number>> {
  const loads: SettledLoad[] = await database
    .selectFrom('loads')
    .select(['id', 'truckId', 'settlementDate', 'revenue', 'billedTotal', 'chargeCount'])
    .where('userId', '=', userId)
    .where('truckId', 'is not', null)
    .where('settlementDate', '>=', from)
    .where('settlementDate', '<=', to)
    .execute()
  const ids = loads.map(({ id }) => id)
  const confirmations = await readCurrentConfirmations(database, userId, ids)
  const documentIds = confirmations.map(({ id }) => id)
  const totals = new Map(
    (await readClearTotals(database, userId, documentIds)).map((row) => [
      row.documentId,
      row.total,
    ]),
  )
  const counts = new Map<string, number>()
  // The newest one of a load comes first.
  const ofLoads = Map.groupBy(confirmations, ({ loadId }) => loadId)
  for (const load of loads) {
    const total = totals.get(ofLoads.get(load.id)?.[0]?.id ?? 0) ?? null
    if (compareTotals(total, load)?.isSame !== false) continue
    const key = keyOfSettlement(load)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

export function keyOfSettlement({
  truckId,
  settlementDate,
}: Pick<SettledLoad, 'truckId' | 'settlementDate'>): string {
  return `${truckId} ${settlementDate}`
}
