/** A settlement's payee, and what changes with it (SPEC C10). The caller holds the lock on the truck's row. */
import { linkNotFound } from '#core/fields/fields.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { payeeFields } from '#core/settlements/approval.ts'
import {
  choosePayee,
  ONE_PAYEE,
  payeeKey,
  removesPayee,
  type PayeeChoice,
  type PayeeIds,
} from '#core/settlements/payee.ts'
import { isDerived } from '#core/settlements/lines.ts'
import { DEFAULT_KEY } from '#core/settlements/rules.ts'
import type { Database, Work } from '#server/database/open.ts'
import { badField } from '#server/errors.ts'
import { addCardLines } from '#server/settlements/cards/card-lines.ts'
import { applyRules } from '#server/settlements/deductions/apply.ts'
import { moveClaims, readClaimedRules } from '#server/settlements/deductions/periods.ts'
import { readRulesOfPayees } from '#server/settlements/deductions/read-rules.ts'
import { addCarryIns } from './carry-forward.ts'
import { deleteLine, readLineRows } from '#server/settlements/lines/rows.ts'
import { recordExists } from '#server/settlements/settlement/exists.ts'

/** The truck's current payee: its owner, or its driver if it has no owner. */
export async function readTruckPayee(
  work: Database | Work,
  userId: string,
  truckId: number,
): Promise<PayeeIds & { payee: string }> {
  return toTruckPayee(truckId, await readTruckPeople(work, userId, truckId))
}

/** The payee of a truck with this owner and driver. */
export function toTruckPayee(
  truckId: number,
  { ownerId, driverId }: PayeeIds,
): PayeeIds & { payee: string } {
  const ids = { ownerId, driverId: ownerId === null ? driverId : null }
  return { ...ids, payee: payeeKey({ ...ids, truckId }) }
}

async function readTruckPeople(work: Database | Work, userId: string, truckId: number) {
  const truck = await work
    .selectFrom('trucks')
    .select(['ownerId', 'driverId'])
    .where('userId', '=', userId)
    .where('id', '=', truckId)
    .executeTakeFirst()
  return truck ?? { ownerId: null, driverId: null }
}

/** Reads the payee that a settlement of the truck has after the request. Throws 400 at the field. */
export async function readChosenPayee(
  work: Database | Work,
  userId: string,
  truckId: number,
  choice: PayeeChoice,
  current: PayeeIds,
): Promise<PayeeIds> {
  const truck = removesPayee(choice, current) ? await readTruckPeople(work, userId, truckId) : null
  const payee = choosePayee(choice, current, truck?.driverId ?? null)
  if (payeeKey({ ...payee, truckId }) !== payeeKey({ ...current, truckId }))
    await rejectUnknownPayee(work, userId, payee)
  return payee
}

/** True if the payee exists, or if there is no payee. */
export async function payeeExists(
  work: Database | Work,
  userId: string,
  { ownerId, driverId }: PayeeIds,
): Promise<boolean> {
  if (ownerId !== null) return recordExists(work, 'owners', userId, ownerId)
  return driverId === null || recordExists(work, 'drivers', userId, driverId)
}

/** Throws 400 at the field if both ids are given, or if the account has no such owner or driver. */
export async function rejectUnknownPayee(
  work: Database | Work,
  userId: string,
  payee: PayeeIds,
): Promise<void> {
  const { ownerId, driverId } = payee
  if (ownerId !== null && driverId !== null) throw badField('driverId', ONE_PAYEE)
  if (await payeeExists(work, userId, payee)) return
  const field = ownerId === null ? 'driverId' : 'ownerId'
  throw badField(field, linkNotFound(payeeFields[field].label))
}

/**
 * Lines from other statements, balances and cards go back to the previous payee; those of the new payee are added. Returns
 * the settlement. Throws the database's error if a refund of a balance depends on a line.
 */
export async function changePayee(
  work: Work,
  userId: string,
  settlement: Settlement,
  payee: PayeeIds,
): Promise<Settlement> {
  const { id, truckId } = settlement
  const lines = await readLineRows(work, userId, id)
  const claimed = await readClaimedRules(work, userId, id)
  const rulesOfPayees = await readRulesOfPayees(work, userId)
  for (const line of lines.filter((one) => isDerived(one, rulesOfPayees)))
    await deleteLine(work, userId, line.id)
  const changed = await work
    .updateTable('billing')
    .set(payee)
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const defaults = lines.some(({ ruleKey }) => ruleKey?.startsWith(DEFAULT_KEY))
  await addCardLines(work, userId, changed)
  await applyRules(work, userId, changed, { defaults })
  await moveClaims(work, userId, settlement, claimed)
  await addCarryIns(work, userId, truckId)
  return changed
}
