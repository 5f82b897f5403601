/** The payee of a settlement: an owner, or, for a truck without an owner, a driver (SPEC C10). */
import type { Settlement } from './settlement.ts'

/** At most one is not null. */
export type PayeeIds = Pick<Settlement, 'ownerId' | 'driverId'>

/**
 * The key that names a payee everywhere: "owner:12", "driver:7", or "truck:3" if the truck has neither. Two settlements
 * have the same payee if their keys are equal. The database computes the same key with `payee_key`.
 */
export function payeeKey({ ownerId, driverId, truckId }: PayeeIds & { truckId: number }): string {
  if (ownerId !== null) return `owner:${ownerId}`
  if (driverId !== null) return `driver:${driverId}`
  return `truck:${truckId}`
}
