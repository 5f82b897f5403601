/** A statement is approved only with the figures of the current loads (SPEC C3, C25). */
import { addUp, toAmount, toCents } from '#core/money.ts'
import { isFactoringBasis } from '#core/settlements/bases.ts'
import { hasStaleQuantity } from '#core/settlements/lines.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { isWithholdingStale } from '#core/settlements/year/withholding.ts'
import type { Work } from '#server/database/open.ts'
import { RequestError } from '#server/errors.ts'
import { hasStaleCardLines } from '#server/settlements/cards/card-lines.ts'
import { hasStaleDependents } from '#server/settlements/deductions/apply.ts'
import { hasStaleFees } from '#server/settlements/deductions/factoring-fees.ts'
import { readWithholdingBase, sumWithheld } from '#server/settlements/deductions/withholding.ts'
import type { Snapshot } from './statement-data.ts'

/** Throws 409 if the loads changed since the last calculation. */
export function rejectStaleFigures({ totalRevenue }: Settlement, { loads, lines }: Snapshot): void {
  if (addUp(loads.map(({ revenue }) => revenue)) !== toCents(totalRevenue)) {
    const message = 'Load revenue changed. Recalculate before approving.'
    throw new RequestError(409, message)
  }
  if (loads.some(hasOtherCharges)) {
    const message = 'The charges of a load changed at the same moment. Please try again.'
    throw new RequestError(409, message)
  }
  if (hasStaleQuantity(lines, loads)) {
    const message = 'Miles or loads changed. Recalculate before approving.'
    throw new RequestError(409, message)
  }
}

/** Loads and charges are read one after the other, so a charge may have changed in between. */
function hasOtherCharges({ charges, revenue }: Snapshot['loads'][number]): boolean {
  return charges !== undefined && addUp(charges.map((one) => one.ownerAmount)) !== toCents(revenue)
}

/** Throws 409 if gross pay or backup withholding changed since the last calculation. */
export async function rejectStaleWithholding(
  work: Work,
  userId: string,
  settlement: Settlement,
  { lines }: Snapshot,
  isWithheld: boolean,
): Promise<void> {
  const isStale = isWithholdingStale({
    base: isWithheld ? await readWithholdingBase(work, userId, settlement, lines) : null,
    settlementDate: settlement.settlementDate,
    withheld: toAmount(sumWithheld(lines)),
  })
  if (!isStale) return
  const message = 'Gross pay or backup withholding changed. Recalculate before approving.'
  throw new RequestError(409, message)
}

/**
 * Throws 409 if deductions are out of date. A factoring fee depends on the factor's schedules and reports. A percentage
 * after fuel or of the net, or a deduction with a floor, depends on the settlement's other lines.
 */
export async function rejectStaleDependents(
  work: Work,
  userId: string,
  settlement: Settlement,
  { lines, loads }: Snapshot,
): Promise<void> {
  if (lines.some((line) => isFeeOfOtherLoad(line, loads))) throw new RequestError(409, OTHER_LOAD)
  if (await hasStaleCardLines(work, userId, settlement, lines))
    throw new RequestError(409, STALE_CARDS)
  if (await hasStaleFees(work, userId, settlement, lines))
    throw new RequestError(409, 'Factoring changed. Recalculate before approving.')
  if (!(await hasStaleDependents(work, userId, settlement, lines))) return
  throw new RequestError(409, 'Deductions are out of date. Recalculate before approving.')
}

const STALE_CARDS =
  'A lease or its charge-backs changed since the card purchases were added. Recalculate before approving.'

const OTHER_LOAD =
  'An edited factoring fee is for a load that is not on this settlement. Delete it before approving.'

/** Recalculating deletes the fees of loads that moved, but not edited ones. */
function isFeeOfOtherLoad(line: Snapshot['lines'][number], loads: Snapshot['loads']): boolean {
  const { basis, byHand, loadId, amount } = line
  if (!isFactoringBasis(basis) || !byHand || loadId === null || toCents(amount) === 0n) return false
  return !loads.some(({ id }) => id === loadId)
}
