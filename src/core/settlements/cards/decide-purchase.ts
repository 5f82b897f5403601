/** What happens to a card purchase that is on no settlement (SPEC C573, C575, C576). */
import type { LeaseTerm } from '#core/fleet/lease-terms.ts'
import { buildCardLine, findTerm, type CardLine } from './card-line.ts'
import {
  findDraft,
  findOwnerOn,
  type PlacingSettlement,
  type TruckPurchase,
} from './place-purchase.ts'

/**
 * `company`: the carrier's cost. `unclear`: nothing says whose truck it was. `free`: the lease charges nothing. `unnamed`: the lease, or the account (`byDefault`), does not name
 * the kind. `waiting`: the owner has no draft that can take it; the next one will have this line. `due`: the draft takes this line.
 */
export type Decision<Of> =
  | { state: 'company' | 'free' | 'unclear' }
  | { state: 'unnamed'; ownerId: number; byDefault: boolean }
  | { state: 'waiting'; ownerId: number; line: CardLine }
  | { state: 'due'; settlement: Of; line: CardLine }

/** `settlements`: those of the truck that are not void. */
export function decidePurchase<Of extends PlacingSettlement>(
  purchase: TruckPurchase,
  settlements: readonly Of[],
  defaults: readonly LeaseTerm[],
): Decision<Of> {
  const ownerId = findOwnerOn(purchase, settlements)
  if (ownerId === undefined) return { state: 'unclear' }
  if (ownerId === null) return { state: 'company' }
  const { term, byDefault } = findTerm(purchase, defaults)
  if (!term) return { state: 'unnamed', ownerId, byDefault }
  if (term.charge === 'none') return { state: 'free' }
  const { truckId, countsOn: day } = purchase
  const settlement = findDraft(settlements, { truckId, ownerId, day })
  const own = { startDate: purchase.day, endDate: purchase.day }
  const line = buildCardLine(purchase, { term, byDefault }, settlement ?? own)
  return settlement ? { state: 'due', settlement, line } : { state: 'waiting', ownerId, line }
}

/**
 * Whether the carrier bears a purchase that is on no settlement: of its own truck, one that the lease does not charge, or one that a person
 * took off. `unclear`: nothing says whose truck it was. Null: it is, or waits to be, charged back. `ownerId`: whose truck it was on the day.
 */
export function findBorne(
  purchase: TruckPurchase & { isOff: boolean },
  settlements: readonly PlacingSettlement[],
  defaults: readonly LeaseTerm[],
): { ownerId: number | null } | 'unclear' | null {
  const ownerId = findOwnerOn(purchase, settlements)
  if (purchase.isOff) return { ownerId: ownerId ?? null }
  if (ownerId === undefined) return 'unclear'
  if (ownerId === null) return { ownerId }
  return findTerm(purchase, defaults).term?.charge === 'none' ? { ownerId } : null
}

/**
 * The line of a purchase that is on this draft already; null if its lease is another owner's, or no longer charges it. Without a
 * lease it stays with the draft's payee, like everything on a draft when the truck is sold.
 */
export function decideKept(
  purchase: TruckPurchase,
  draft: PlacingSettlement,
  defaults: readonly LeaseTerm[],
): CardLine | null {
  const ownerId = purchase.lease?.ownerId ?? draft.ownerId
  const { term, byDefault } = findTerm(purchase, defaults)
  if (ownerId === null || ownerId !== draft.ownerId || !term || term.charge === 'none') return null
  return buildCardLine(purchase, { term, byDefault }, draft)
}
