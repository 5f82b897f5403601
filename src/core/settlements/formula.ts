/**
 * Formats how a rule's line was computed (SPEC C2, C5, 49 CFR 376.12(h)). The text is made when the line is read,
 * because a pending line's progress changes with the truck's earlier settlements.
 */
import { percentOf } from '#core/decimals.ts'
import { formatMoney, formatQuantity, toCents, type Amount, type Cents } from '#core/money.ts'
import { BASES, type Basis } from './bases.ts'

/** The values that a rule's line was computed from. All null on other lines, and on lines older than these columns. */
export type Computation = {
  basis: Basis | null
  /** The rule's value: dollars, or percent. */
  basisValue: Amount | null
  /** Revenue in dollars, miles or loads. Null for a flat amount. */
  basisFigure: Amount | null
}

/**
 * Dollars deducted up to and including the line, and the rule's total. Null for a rule without a total. `installment`: the
 * line's number, if every line so far was the full value (SPEC C317).
 */
export type Progress = {
  reached: Amount | null
  reachedOf: Amount | null
  installment?: number | null
}

/**
 * How the net limits a line (SPEC C16). `netFloor`: the net that its rule leaves to the payee. `limited`: the line is less
 * than its rule because of it. `netPercent`: the most that its rule takes of the net, and `netFigure` this net (SPEC C316). `deferred`: dollars that a later settlement deducts. Negative: dollars that an earlier settlement did not deduct.
 */
export type Limit = {
  netFloor: Amount | null
  netPercent: Amount | null
  netFigure: Amount | null
  limited: boolean
  deferred: Amount
}

type RuleFormula = Computation & Progress & Partial<Limit> & { byHand: boolean; amount: Amount }

/**
 * "12% × $10,000.00", "flat $350.00, edited", "installment 3 of 10, $600.00 of $2,000.00", "25% × $1,200.00 net, limited
 * to keep a net of $1,000.00". Null if the line has no computation.
 */
export function formatRuleFormula(line: RuleFormula): string | null {
  const parts = [
    formatStep(line),
    ...(line.byHand ? ['edited'] : [formatDeferred(line), formatLimit(line)]),
    formatProgress(line),
  ]
  return parts.filter((part) => part !== null).join(', ') || null
}

type Installment = Pick<RuleFormula, 'basis' | 'basisValue' | 'amount'>

/**
 * The number of a flat amount toward a target, if `reached` can be full amounts only; the last one may be less. Null if
 * it can't: $1,100.00 after two installments of $300.00 and $200.00 in cash is not the fourth.
 */
export function countInstallments(
  { basis, basisValue, amount }: Installment,
  reached: Cents,
  total: Cents,
): number | null {
  if (basis !== 'fixed' || !basisValue) return null
  const [step, cents] = [toCents(basisValue), toCents(amount)]
  const isWhole = cents === step || (cents < step && reached === total)
  if (!isWhole || (reached - cents) % step !== 0n) return null
  return Number(divideUp(reached, step))
}

/** The formula of the line's basis. A flat amount toward a target is an installment, until it is edited. */
function formatStep({ basis, basisValue, basisFigure, byHand, ...line }: RuleFormula) {
  if (!basis || !basisValue) return null
  const { installment, reachedOf, limited } = line
  const isPartial = limited || toCents(line.deferred ?? '0.00') !== 0n
  if (byHand || isPartial || !installment || !reachedOf)
    return BASES[basis].formula(basisValue, basisFigure ?? '0.00')
  return `installment ${installment} of ${divideUp(toCents(reachedOf), toCents(basisValue))}`
}

/** "plus $50.00 from before": an earlier settlement did not take it. */
function formatDeferred({ deferred = '0.00', limited }: RuleFormula): string | null {
  const cents = toCents(deferred)
  if (cents < 0n) return `plus ${formatMoney(-cents)} from before`
  return cents > 0n && !limited ? `${formatMoney(cents)} already taken` : null
}

/** "limited to 50% of net ($400.00)", or the net that is kept, whichever allows less. */
function formatLimit({ limited, netFloor, netPercent, netFigure, amount }: RuleFormula) {
  if (!limited || !netFloor) return null
  if (netPercent && netFigure && toCents(amount) === percentOf(toCents(netFigure), netPercent))
    return `limited to ${formatQuantity(netPercent)}% of net (${formatMoney(toCents(netFigure))})`
  return `limited to keep a net of ${formatMoney(toCents(netFloor))}`
}

function formatProgress({ reached, reachedOf }: Progress): string | null {
  if (!reached || !reachedOf) return null
  return `${formatMoney(toCents(reached))} of ${formatMoney(toCents(reachedOf))}`
}

function divideUp(amount: Cents, step: Cents): bigint {
  return (amount + step - 1n) / step
}
