/** Who a payment is paid to (SPEC C10, C11). */
import { sql } from 'kysely'
import { linkNotFound } from '#core/fields/fields.ts'
import type { PaidTo } from '#core/payments/payments.ts'
import { payeeKey } from '#core/settlements/payee.ts'
import type { Work } from '#server/database/open.ts'
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

/** The current name of an owner or driver, or a truck's number; null if the record does not exist. */
export async function findPayeeName(
  work: Work,
  userId: string,
  { ownerId, driverId, truckId }: PaidTo,
): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select name from owners where user_id = ${userId} and id = ${ownerId}::bigint
    union all select name from drivers where user_id = ${userId} and id = ${driverId}::bigint
    union all select truck_id from trucks where user_id = ${userId} and id = ${truckId}::bigint`.execute(
    work,
  )
  return rows[0]?.name ?? null
}
