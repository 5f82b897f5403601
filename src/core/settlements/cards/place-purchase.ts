/** Whose card purchases are, and which settlement takes them (SPEC C573, C575). */
import type { Day } from '#core/calendar.ts'
import type { BoughtKind } from '#core/cards/purchases.ts'
import type { LeaseTerm } from '#core/fleet/lease-terms.ts'
import type { Amount } from '#core/money.ts'
import { payeeKey } from '#core/settlements/payee.ts'
import type { Settlement } from '#core/settlements/settlement.ts'

/** A purchase of a known truck, with what decides whose it is. Amounts are those of the file; a credit is negative. */
export type TruckPurchase = {
  id: number
  truckId: number
  kind: BoughtKind
  code: string | null
  day: Day
  postedOn: Day | null
  /** The day by which its settlement is chosen: the posted day, if the card accounts of its provider say so. */
  countsOn: Day
  invoice: string | null
  place: string | null
  city: string | null
  state: string | null
  gallons: Amount | null
  price: Amount | null
  retail: Amount
  discount: Amount
  /** The lease of the truck on the day that it happened. No terms: the account's count. */
  lease: { ownerId: number; terms: LeaseTerm[] } | null
  /** The truck's owner now. */
  ownerId: number | null
}

/** A settlement of the truck that is not void. `id`: null if it is not saved yet. */
export type PlacingSettlement = Pick<
  Settlement,
  'truckId' | 'settlementDate' | 'startDate' | 'endDate' | 'payee' | 'ownerId' | 'status'
> & { id: number | null }

/**
 * The owner on the day that it happened, also if another day chooses the settlement: of the lease in force, else whom the settlement of the week pays, else of the truck now. Null: the truck
 * was the carrier's, so the purchase is the carrier's cost. Undefined: the statement before the day paid somebody else than the
 * truck does now, and nothing says when that changed: a buyer must not pay for the seller (decision 0028).
 */
export function findOwnerOn(
  { lease, ownerId, day }: Pick<TruckPurchase, 'lease' | 'ownerId' | 'day'>,
  settlements: readonly PlacingSettlement[],
): number | null | undefined {
  if (lease) return lease.ownerId
  const ofWeek = pickOfWeek(settlements, day)
  if (ofWeek) return ofWeek.ownerId
  const before = settlements
    .filter(({ endDate }) => endDate < day)
    .toSorted(byDate)
    .at(-1)
  return before && before.ownerId !== ownerId ? undefined : ownerId
}

/**
 * The draft that takes a purchase of this owner: of the week that holds the day, else the next one. Undefined: it waits until the
 * owner has one.
 */
export function findDraft<Of extends PlacingSettlement>(
  settlements: readonly Of[],
  { truckId, ownerId, day }: { truckId: number; ownerId: number; day: Day },
): Of | undefined {
  const payee = payeeKey({ ownerId, driverId: null, truckId })
  const drafts = settlements.filter((one) => one.status === 'pending' && one.payee === payee)
  return (
    pickOfWeek(drafts, day) ?? drafts.filter(({ startDate }) => startDate > day).toSorted(byDate)[0]
  )
}

/** Of two in one week the first whose date is not before the day, else the last. */
function pickOfWeek<Of extends PlacingSettlement>(settlements: readonly Of[], day: Day) {
  const ofWeek = settlements
    .filter(({ startDate, endDate }) => startDate <= day && day <= endDate)
    .toSorted(byDate)
  return ofWeek.find(({ settlementDate }) => settlementDate >= day) ?? ofWeek.at(-1)
}

function byDate(one: PlacingSettlement, other: PlacingSettlement): number {
  return one.settlementDate < other.settlementDate ? -1 : 1
}
