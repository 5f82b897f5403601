/** Who a payment is paid to (SPEC C10, C11). */
import { linkNotFound } from '#core/fields/fields.ts'
import type { PaidTo } from '#core/payments/payments.ts'
import { payeeKey } from '#core/settlements/payee.ts'
import { badField, type RequestError } from '#server/errors.ts'

export function unknownPayee({ ownerId }: PaidTo): RequestError {
  return ownerId === null
    ? badField('driverId', linkNotFound('Driver'))
    : badField('ownerId', linkNotFound('Owner'))
}

/** Throws 400 unless exactly one payee is named. */
export function readPaidTo({ ownerId, driverId, truckId }: PaidTo): PaidTo {
  if ([ownerId, driverId, truckId].filter((id) => id !== null).length !== 1)
    throw badField('ownerId', 'Choose one payee: an owner or a driver')
  return { ownerId, driverId, truckId }
}

export function toKey({ ownerId, driverId, truckId }: PaidTo): string {
  return payeeKey({ ownerId, driverId, truckId: truckId ?? 0 })
}
