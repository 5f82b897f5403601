/** The lines that the recurring deductions of one settlement make, in the order in which they are computed (SPEC C16). */
import { addUp, type Amount, type Cents } from '#core/money.ts'
import { applyRule } from './apply-rule.ts'
import { NOT_FACTORED, type BasisFigures, type LoadFigures } from '#core/settlements/bases.ts'
import { netFloor, takesShareOfNet, type Rule, type RuleLine } from '#core/settlements/rules.ts'

/**
 * What a rule has deducted before, less refunds, and what earlier settlements did not take, in cents. `subjectToPercent`:
 * percentages count its extra pay (SPEC C18).
 */
export type RuleState = { deducted: Cents; owed: Cents; subjectToPercent?: boolean }

/** A line of the settlement that is not computed now: a manual entry, an edited line, a credit. */
export type OtherLine = {
  kind: string
  category: string
  amount: Amount
  /** True for extra pay that percentages count (SPEC C18). */
  subjectToPercent?: boolean
}

/** A rule that would deduct $0.00 makes no line, unless a later change may give it an amount. */
export function buildRuleLines(
  rules: Rule[],
  figures: LoadFigures,
  others: OtherLine[],
  stateOf: (rule: Rule) => RuleState,
): RuleLine[] {
  const lines: RuleLine[] = []
  const counted = [...others]
  let netOfPercentages: Cents | null = null
  for (const rule of sortByPriority(rules)) {
    const current = toBasisFigures(figures, counted)
    if (takesShareOfNet(rule)) netOfPercentages ??= current.net
    const { deducted, owed, subjectToPercent = false } = stateOf(rule)
    const line = applyRule(rule, current, { deducted, owed, netOfPercentages })
    if (!line) continue
    lines.push(line)
    counted.push({ ...line, subjectToPercent })
  }
  return lines
}

/** Adds the figures that depend on the settlement's lines. */
export function toBasisFigures(figures: LoadFigures, lines: OtherLine[]): BasisFigures {
  const sum = (counted: OtherLine[]) => addUp(counted.map(({ amount }) => amount))
  const revenue = figures.revenue - sum(lines.filter((line) => line.subjectToPercent === true))
  return {
    ...figures,
    ...NOT_FACTORED,
    revenue,
    afterFuel: revenue - sum(lines.filter(({ category }) => category === 'fuel')),
    net: figures.revenue - sum(lines.filter(({ kind }) => !OUTSIDE_NET.has(kind))),
  }
}

/**
 * Lines that move a net between settlements do not change the net that deductions are calculated from. A refund of escrow is
 * not earned on the settlement: a share of the net would take a part of it again (SPEC C319).
 */
const OUTSIDE_NET: ReadonlySet<string> = new Set(['carry-in', 'carry-out', 'offset', 'refund'])

/**
 * Sorts in steps: extra pay, deductions that the net does not limit, percentages after fuel, shares of the net, and other
 * deductions that leave a net. Within the last two steps, sorts by priority. Otherwise by the rule and the load of a fee,
 * so that a proposal, whose rules come by id, and a saved settlement, whose lines come by category, have one net.
 */
function sortByPriority(rules: Rule[]): Rule[] {
  return rules.toSorted((one, other) => {
    const [before, after] = [findPlace(one), findPlace(other)]
    const differing = before.findIndex((place, index) => place !== after[index])
    return differing < 0 ? 0 : (before[differing] ?? 0) - (after[differing] ?? 0)
  })
}

/** The numbers by which rules are sorted. The line of a fee without a load comes after those with one. */
function findPlace(rule: Rule): number[] {
  const last = Number.MAX_SAFE_INTEGER
  const step = findStep(rule)
  const priority = step >= FIRST_LIMITED ? (rule.priority ?? last) : 0
  return [step, priority, rule.id ?? 0, rule.factoring?.load?.loadId ?? last]
}

const FIRST_LIMITED = 3

function findStep(rule: Rule): number {
  if (takesShareOfNet(rule)) return FIRST_LIMITED
  if (netFloor(rule) !== null) return FIRST_LIMITED + 1
  if (rule.basis === 'percent-after-fuel') return 2
  return rule.kind === 'extra-pay' ? 0 : 1
}
