/** Whom a settlement pays, and what goes with it when that is changed (SPEC C10). The truck is held by whoever calls. */
import { linkNotFound } from '#core/fields/fields.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { payeeFields } from '#core/settlements/approval.ts'
import { isDerived } from '#core/settlements/lines.ts'
import { DEFAULT_KEY } from '#core/settlements/rules.ts'
import type { Database, Work } from '#server/database/open.ts'
import { badField } from '#server/errors.ts'
import { applyRules, readRulesWithTotal } from '#server/settlements/deductions/apply.ts'
import { addCarryIns } from './carry-forward.ts'
import { deleteLine, readLineRows } from '#server/settlements/lines/rows.ts'
import { recordExists } from '#server/settlements/settlement/exists.ts'

/** The truck's owner today; null where it has none. */
export async function readTruckOwner(work: Database | Work, userId: string, truckId: number) {
  const truck = await work
    .selectFrom('trucks')
    .select('ownerId')
    .where('userId', '=', userId)
    .where('id', '=', truckId)
    .executeTakeFirst()
  return truck?.ownerId ?? null
}

/** True where nobody is named: the driver is paid. */
export async function ownerExists(
  work: Database | Work,
  userId: string,
  ownerId: number | null,
): Promise<boolean> {
  return ownerId === null || recordExists(work, 'owners', userId, ownerId)
}

/** Throws 400 where it is nobody's id, or another account's. */
export async function rejectUnknownOwner(
  work: Database | Work,
  userId: string,
  ownerId: number | null | undefined,
): Promise<void> {
  if (!(await ownerExists(work, userId, ownerId ?? null)))
    throw badField('ownerId', linkNotFound(payeeFields.ownerId.label))
}

/**
 * Pays somebody else. What came from statements and balances of the one before goes back to where it came
 * from; what is the new one's comes in. Throws 400 at the owner, and the database's refusal of a balance
 * that something was given back of.
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
