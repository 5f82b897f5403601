/** What card purchases are due on drafts (SPEC C575, C576). */
import { sql } from 'kysely'
import { addDays, type Day, type Period } from '#core/calendar.ts'
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
  const placing = await readPlacingOf(work, userId, purchases, period)
  const byTruck = Map.groupBy(placing, ({ truckId }) => truckId)
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

/** Settlements may be dated this many days beside their week. */
const MARGIN_DAYS = 31

/**
 * Of the settlements of the purchases' trucks those that say whose a purchase of the period was: from the last one before it on. An account has
 * years of others.
 */
async function readPlacingOf(
  work: Database | Work,
  userId: string,
  purchases: readonly TruckPurchase[],
  { from, to }: Period,
): Promise<PlacingSettlement[]> {
  const truckIds = [...new Set(purchases.map(({ truckId }) => truckId))]
  const first = addDays(from, -MARGIN_DAYS)
  const { rows } = await sql<PlacingSettlement>`
    select placed.* from unnest(${truckIds}::bigint[]) as truck (id) cross join lateral (
      select id, truck_id, settlement_date, start_date, end_date, payee, owner_id, status from billing
      where user_id = ${userId} and truck_id = truck.id and status <> 'void'
        and settlement_date <= ${addDays(to, MARGIN_DAYS)}::date
        and settlement_date >= coalesce((select max(before.settlement_date) from billing as before
          where before.user_id = ${userId} and before.truck_id = truck.id and before.status <> 'void'
            and before.settlement_date < ${first}::date), ${first}::date)) as placed`.execute(work)
  return rows
}
