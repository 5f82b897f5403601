/** Deductions that charge the factoring fee: one rule per load, and the lines that a statement freezes (SPEC C234–C237). */
import { isFactoringBasis } from '#core/settlements/bases.ts'
import { areFeesStale, expandFactoringRules } from '#core/settlements/deductions/factoring-rules.ts'
import type { FactoredLoad } from '#core/settlements/deductions/factored-load.ts'
import type { Line } from '#core/settlements/lines.ts'
import type { Rule } from '#core/settlements/rules.ts'
import type { Settlement, TruckDate } from '#core/settlements/settlement.ts'
import type { Work } from '#server/database/open.ts'
import { readFactoredLoads } from '#server/factoring/factored-loads.ts'
import { BLANK_LINE, insertLines } from '#server/settlements/lines/rows.ts'

/** The rules of one settlement, with one rule for each factored load. Reads nothing if no rule charges a factoring fee. */
export async function withFactoredLoads(
  work: Work,
  userId: string,
  truckDate: TruckDate,
  rules: Rule[],
): Promise<Rule[]> {
  if (!rules.some(({ basis }) => isFactoringBasis(basis))) return rules
  return expandFactoringRules(rules, await readLoadsOf(work, userId, truckDate))
}

/** Deletes the fee lines of loads that are no longer factored. `rules`: those of the settlement, by load. */
export async function deleteUnfactored(
  work: Work,
  userId: string,
  billingId: number,
  rules: Rule[],
): Promise<void> {
  const fees = rules.filter(({ factoring }) => factoring !== undefined)
  if (fees.length === 0) return
  const [ids, keys] = [fees.map(({ id }) => id), fees.map(({ key }) => key)]
  await work
    .deleteFrom('expenses')
    .where('userId', '=', userId)
    .where('billingId', '=', billingId)
    .where('ruleId', 'in', ids)
    .where('ruleKey', 'not in', keys)
    .where('byHand', '=', false)
    .execute()
}

/** Whether the factoring of the settlement's loads differs from its lines. */
export async function hasStaleFees(
  work: Work,
  userId: string,
  settlement: TruckDate,
  lines: Line[],
): Promise<boolean> {
  if (!lines.some(({ basis }) => isFactoringBasis(basis))) return false
  return areFeesStale(lines, await readLoadsOf(work, userId, settlement))
}

/**
 * Keeps the rate of each fee with the statement, in case a load is factored later: a line of $0.00 holds it, and does not
 * print. Call at approval, after the snapshot is written. `lines`: all lines of the settlement.
 */
export async function freezeFeeRates(
  work: Work,
  userId: string,
  settlement: Settlement,
  lines: Line[],
): Promise<void> {
  const fees = lines.filter(({ basis }) => isFactoringBasis(basis))
  const byRule = Map.groupBy(fees, ({ ruleId }) => ruleId)
  const missing = [...byRule.values()].flatMap((ofRule) => {
    const [first] = ofRule
    return first && ofRule.every(({ loadId }) => loadId !== null) ? [toRateLine(first)] : []
  })
  await insertLines(work, userId, settlement, missing)
}

function toRateLine({ category, description, basis, basisValue, ruleId }: Line) {
  const origin = { kind: 'rule' as const, ruleId, ruleKey: `rule:${ruleId}` }
  const rate = { basis, basisValue, basisFigure: '0.00' }
  return { ...BLANK_LINE, ...origin, ...rate, category, description, amount: '0.00' }
}

async function readLoadsOf(
  work: Work,
  userId: string,
  truckDate: TruckDate,
): Promise<FactoredLoad[]> {
  return (await readFactoredLoads(work, userId, [truckDate]))[0] ?? []
}
