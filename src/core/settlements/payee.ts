/** The payee of a settlement: an owner, or, for a truck without an owner, a driver (SPEC C10). */
import type { Settlement } from './settlement.ts'

/** The owner or driver that is paid. At most one is not null. */
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

/** What a request sets for the payee; undefined: no change. */
export type PayeeChoice = { [Name in keyof PayeeIds]?: PayeeIds[Name] | undefined }

/**
 * The payee after a request. If the owner or driver is removed, the truck's driver is the payee. The result has both
 * ids if the request names both. The caller must then reject the request.
 */
export function choosePayee(
  { ownerId, driverId }: PayeeChoice,
  current: PayeeIds,
  truckDriverId: number | null,
): PayeeIds {
  if (ownerId || driverId) return { ownerId: ownerId ?? null, driverId: driverId ?? null }
  if (removesPayee({ ownerId, driverId }, current))
    return { ownerId: null, driverId: truckDriverId }
  return { ownerId: current.ownerId, driverId: current.driverId }
}

/** Whether a request removes the owner or the driver. */
export function removesPayee({ ownerId, driverId }: PayeeChoice, current: PayeeIds): boolean {
  return (
    (ownerId === null && current.ownerId !== null) ||
    (driverId === null && current.driverId !== null)
  )
}

export const ONE_PAYEE = 'Choose an owner or a driver, not both'
