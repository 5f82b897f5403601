/** A statement is approved only with the figures of the current loads (SPEC C3, C25). */
import { addUp, toAmount, toCents } from '#core/money.ts'
import { hasStaleQuantity } from '#core/settlements/lines.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { isWithholdingStale } from '#core/settlements/year/withholding.ts'
import type { Work } from '#server/database/open.ts'
import { RequestError } from '#server/errors.ts'
import { hasStaleDependents } from '#server/settlements/deductions/apply.ts'
import { grossOf, sumWithheld } from '#server/settlements/deductions/withholding.ts'
import type { Snapshot } from '#server/statements/snapshot.ts'

/** Throws 409. */
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

/** Loads and charges are read one after the other. */
function hasOtherCharges({ charges, revenue }: Snapshot['loads'][number]): boolean {
  return charges !== undefined && addUp(charges.map((one) => one.ownerAmount)) !== toCents(revenue)
}

/** Throws 409. */
export function rejectStaleWithholding(
  settlement: Settlement,
  { lines }: Snapshot,
  isWithheld: boolean,
): void {
  const isStale = isWithholdingStale({
    isWithheld,
    gross: toAmount(grossOf(settlement, lines)),
    settlementDate: settlement.settlementDate,
    withheld: toAmount(sumWithheld(lines)),
  })
  if (!isStale) return
  const message = 'Gross pay or backup withholding changed. Recalculate before approving.'
  throw new RequestError(409, message)
}

/** A percentage after fuel or of the net, or a deduction that leaves a net, follows the settlement's other lines. */
export async function rejectStaleDependents(
  work: Work,
  userId: string,
  settlement: Settlement,
  { lines }: Snapshot,
): Promise<void> {
  if (!(await hasStaleDependents(work, userId, settlement, lines))) return
  throw new RequestError(409, 'Deductions are out of date. Recalculate before approving.')
}
