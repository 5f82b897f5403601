/** What card purchases are due on drafts (SPEC C575, C576). */
import type { Day, Period } from '#core/calendar.ts'
import {
  decidePurchase,
  findBorne,
  type Decision,
} from '#core/settlements/cards/decide-purchase.ts'
import type { PlacingSettlement, TruckPurchase } from '#core/settlements/cards/place-purchase.ts'
import {
  readOpenPurchases,
  readUncharged,
  type UnchargedPurchase,
} from '#server/cards/truck-purchases.ts'
import type { Database, Work } from '#server/database/open.ts'

export type Decided = { purchase: TruckPurchase; decision: Decision<PlacingSettlement> }

/**
 * Decides the open purchases up to a day, of these trucks or of all. `unsaved`: settlements that are not saved yet and would take
 * purchases too.
 */
export async function decideOpen(
  work: Database | Work,
  userId: string,
  of: { truckIds?: readonly number[]; until: Day },
  unsaved: readonly PlacingSettlement[] = [],
): Promise<Decided[]> {
  const { purchases, defaults } = await readOpenPurchases(work, userId, of)
  if (purchases.length === 0) return []
  const saved = await readPlacing(work, userId, purchases)
  const byTruck = Map.groupBy([...saved, ...unsaved], ({ truckId }) => truckId)
  return purchases.map((purchase) => ({
    purchase,
    decision: decidePurchase(purchase, byTruck.get(purchase.truckId) ?? [], defaults),
  }))
}

/** A purchase that the carrier bears, with the owner of its day. */
export type Borne = { purchase: UnchargedPurchase; ownerId: number | null }

/**
 * The purchases of a period that are on no settlement and that the carrier bears, of trucks that have or had an owner, and how many are of
 * nobody who is known.
 */
export async function readBorne(
  work: Database | Work,
  userId: string,
  period: Period,
): Promise<{ borne: Borne[]; unclear: number }> {
  const { purchases, defaults } = await readUncharged(work, userId, period)
  if (purchases.length === 0) return { borne: [], unclear: 0 }
  const byTruck = Map.groupBy(await readPlacing(work, userId, purchases), ({ truckId }) => truckId)
  const found = purchases.map((purchase) => ({
    purchase,
    by: findBorne(purchase, byTruck.get(purchase.truckId) ?? [], defaults),
  }))
  const borne = found.flatMap(({ purchase, by }) =>
    by === null || by === 'unclear' ? [] : { purchase, ...by },
  )
  return { borne, unclear: found.filter(({ by }) => by === 'unclear').length }
}

/** The settlements of the purchases' trucks that are not void. */
function readPlacing(
  work: Database | Work,
  userId: string,
  purchases: readonly TruckPurchase[],
): Promise<PlacingSettlement[]> {
  const truckIds = [...new Set(purchases.map(({ truckId }) => truckId))]
  return work
    .selectFrom('billing')
    .select([
      'id',
      'truckId',
      'settlementDate',
      'startDate',
      'endDate',
      'payee',
      'ownerId',
      'status',
    ])
    .where('userId', '=', userId)
    .where('truckId', 'in', truckIds)
    .where('status', '<>', 'void')
    .execute()
}
