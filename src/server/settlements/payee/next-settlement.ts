/** The next settlement for an open amount (SPEC C10). */
import { sql, type RawBuilder } from 'kysely'
import type { Line } from '#core/settlements/lines.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { transferFields } from '#core/settlements/previous-payee.ts'
import type { Work } from '#server/database/open.ts'
import { badField, RequestError } from '#server/errors.ts'
import { selectSettlements } from '#server/settlements/settlement/lock.ts'
import { selectPayeeName, TRUCK_PAYEE } from './payee-names.ts'

/** The user allows an open amount to move to another payee of the truck. `reason`: null if none was given. */
export type AnyPayee = { reason: string | null }

type Stated = Pick<Settlement, 'truckId' | 'settlementDate' | 'payee'>

/** The truck's earliest draft after the statement's date that has the same payee. */
export function findNextSettlement(work: Work, userId: string, stated: Stated) {
  return selectNextSettlement(work, userId, stated)
    .where('payee', '=', stated.payee)
    .executeTakeFirst()
}

function selectNextSettlement(work: Work, userId: string, { truckId, settlementDate }: Stated) {
  return selectSettlements(work, userId)
    .where('truckId', '=', truckId)
    .where('status', '=', 'pending')
    .where('settlementDate', '>', settlementDate)
    .orderBy('settlementDate')
}

/** What a line records about a transfer to another payee. */
export type Transfer = Pick<Line, 'takenOver' | 'transferReason'>

type NextSettlement = { next: Settlement; transfer: Transfer }

/**
 * The same payee's draft comes first. Throws 409 with what to do if there is no draft to take the amount, and 400 at
 * `reason` if the amount would move to another payee without a reason.
 */
export async function requireNextSettlement(
  work: Work,
  userId: string,
  stated: Stated,
  anyPayee?: AnyPayee,
): Promise<NextSettlement> {
  const samePayee = await findNextSettlement(work, userId, stated)
  if (samePayee) return { next: samePayee, transfer: { takenOver: false, transferReason: null } }
  const next = await selectNextSettlement(work, userId, stated).executeTakeFirst()
  if (!next) throw new RequestError(409, "Create the truck's next settlement first")
  if (!anyPayee) {
    const message =
      'The next settlement pays a different payee. Transfer the amount, create a settlement for this payee, or write it off.'
    throw new RequestError(409, message)
  }
  if (anyPayee.reason === null)
    throw badField('reason', `${transferFields.reason.label} is required`)
  return { next, transfer: { takenOver: true, transferReason: anyPayee.reason } }
}

/**
 * SQL: the name of the truck's current payee. Null if `stated` (a row with truck_id, settlement_date and payee) paid
 * the same payee, or if a later draft does.
 */
export function selectOtherPayee(userId: string, stated: RawBuilder<unknown>) {
  return sql<string | null>`(select ${selectPayeeName(userId, TRUCK_PAYEE)} from trucks
    where trucks.user_id = ${userId} and trucks.id = ${stated}.truck_id
      and ${TRUCK_PAYEE} <> ${stated}.payee
      and not exists (select from billing as next where next.user_id = ${userId}
        and next.truck_id = ${stated}.truck_id and next.status = 'pending'
        and next.settlement_date > ${stated}.settlement_date
        and next.payee = ${stated}.payee))`
}
