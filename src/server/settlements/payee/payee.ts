/** A settlement's payee, and what changes with it (SPEC C10). The caller holds the truck's row. */
import { linkNotFound } from '#core/fields/fields.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { payeeFields } from '#core/settlements/approval.ts'
import type { PayeeIds } from '#core/settlements/payee.ts'
import { isDerived } from '#core/settlements/lines.ts'
import { DEFAULT_KEY } from '#core/settlements/rules.ts'
import type { Database, Work } from '#server/database/open.ts'
import { badField } from '#server/errors.ts'
import { applyRules, readRulesWithTotal } from '#server/settlements/deductions/apply.ts'
import { addCarryIns } from './carry-forward.ts'
import { deleteLine, readLineRows } from '#server/settlements/lines/rows.ts'
import { recordExists } from '#server/settlements/settlement/exists.ts'

/** The truck's current payee: its owner, or its driver if it has no owner. */
export async function readTruckPayee(
  work: Database | Work,
  userId: string,
  truckId: number,
): Promise<PayeeIds> {
  const truck = await work
    .selectFrom('trucks')
    .select(['ownerId', 'driverId'])
    .where('userId', '=', userId)
    .where('id', '=', truckId)
    .executeTakeFirst()
  if (!truck) return { ownerId: null, driverId: null }
  return truck.ownerId === null ? truck : { ...truck, driverId: null }
}

/** True for null too: then the driver is paid. */
export async function ownerExists(
  work: Database | Work,
  userId: string,
  ownerId: number | null,
): Promise<boolean> {
  return ownerId === null || recordExists(work, 'owners', userId, ownerId)
}

/** Throws 400 if the account has no such owner. */
export async function rejectUnknownOwner(
  work: Database | Work,
  userId: string,
  ownerId: number | null | undefined,
): Promise<void> {
  if (!(await ownerExists(work, userId, ownerId ?? null)))
    throw badField('ownerId', linkNotFound(payeeFields.ownerId.label))
}

/**
 * Lines from other statements and from balances go back to the previous payee; the new payee's are added. Throws 400
 * at the owner, and the database's error if a refund of a balance depends on a line.
 */
export async function changePayee(
  work: Work,
  userId: string,
  settlement: Settlement,
  ownerId: number | null,
): Promise<void> {
  await rejectUnknownOwner(work, userId, ownerId)
  const { id, truckId } = settlement
  const lines = await readLineRows(work, userId, id)
  const balances = await readRulesWithTotal(work, userId)
  for (const line of lines.filter((one) => isDerived(one, balances)))
    await deleteLine(work, userId, line.id)
  await work
    .updateTable('billing')
    .set({ ownerId })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .execute()
  const defaults = lines.some(({ ruleKey }) => ruleKey?.startsWith(DEFAULT_KEY))
  await applyRules(work, userId, { ...settlement, ownerId }, { defaults })
  await addCarryIns(work, userId, truckId)
}
