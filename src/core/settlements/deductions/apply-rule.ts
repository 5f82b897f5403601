/** The line that one recurring deduction adds to a settlement (SPEC C2, C16). */
import { isZero, percentOf } from '#core/decimals.ts'
import { notNegative, toAmount, toCents, type Cents } from '#core/money.ts'
import { BASES, type BasisFigures } from '#core/settlements/bases.ts'
import { nameFactoring, toFactoringFigures } from './factoring-rules.ts'
import {
  collectsLater,
  DEFAULT_KEY,
  netFloor,
  type Rule,
  type RuleLine,
} from '#core/settlements/rules.ts'

/** What a rule deducted before, in cents. */
export type DeductedBefore = {
  /** The amount that the rule already deducted, less refunds. */
  deducted: Cents
  /** The amount that earlier settlements did not deduct. Negative: a later settlement already deducted it. */
  owed?: Cents
  /** The net that all percentages of the net are calculated from. By default the net of the figures. */
  netOfPercentages?: Cents | null
}

/**
 * The line that a rule adds to a settlement; null if it adds none. The last deduction of a rule with a total is the rest of
 * the total. A rule with a minimum net or a limit in percent of the net takes at most what the net allows.
 */
export function applyRule(
  rule: Rule,
  figures: BasisFigures,
  { deducted, owed = 0n, netOfPercentages = null }: DeductedBefore,
): RuleLine | null {
  const { basis, value } = rule
  const net = netOfPercentages ?? figures.net
  const base = { ...figures, ...toFactoringFigures(rule.factoring), net }
  const fullAmount = BASES[basis].amount(base, value)
  const left = rule.total === null ? null : toCents(rule.total) - deducted
  if (left !== null && left < 0n) return null
  const due = limitTo(fullAmount, left)
  const wanted = owed === 0n ? due : limitTo(notNegative(due + owed), left)
  const floor = netFloor(rule)
  const room = floor === null ? null : notNegative(figures.net - toCents(floor))
  const amount = limitTo(limitTo(wanted, calculateShare(rule, net)), room)
  const limited = amount < wanted
  if (amount === 0n && wanted === 0n && due === 0n && !isPlaceholder(rule, figures, left))
    return null
  const figure = BASES[basis].figure(base)
  // A line that stops at a total or a net has no quantity: quantity × rate would be more than its amount.
  const isCounted = BASES[basis].isCounted && amount === fullAmount
  const isPay = rule.kind === 'extra-pay'
  return {
    kind: isPay ? 'extra-pay' : 'rule',
    extraPay: rule.extraPay,
    category: rule.category,
    description: rule.description,
    ...nameFactoring(rule.factoring),
    quantity: isCounted ? figure : null,
    rate: isCounted ? value : null,
    amount: toAmount(isPay ? -amount : amount),
    basis,
    basisValue: value,
    basisFigure: figure,
    netFloor: floor,
    netPercent: rule.netPercent,
    netFigure: rule.netPercent === null ? null : toAmount(notNegative(net)),
    limited,
    deferred: toAmount(collectsLater(rule) ? due - amount : 0n),
    ruleId: rule.id,
    ruleKey: rule.key,
  }
}

/** The most that a rule takes of the net, in cents; null: no limit (SPEC C316). */
function calculateShare({ netPercent }: Rule, net: Cents): Cents | null {
  return netPercent === null ? null : percentOf(notNegative(net), netPercent)
}

function limitTo(amount: Cents, limit: Cents | null): Cents {
  return limit !== null && limit < amount ? limit : amount
}

/**
 * Whether a line of $0.00 is added because its figures are still missing. `left`: cents left of the rule's total.
 * - Loads without miles: approval must notice that the miles were entered later.
 * - A percentage after fuel or of the net: other lines may still change.
 * - A factored load without a known fee, or no factored load: approval must notice the fee.
 * - A default percentage from the settings, without revenue: recalculating must know that the settlement started from the settings.
 */
function isPlaceholder(rule: Rule, figures: BasisFigures, left: Cents | null) {
  const { revenue, miles, emptyMiles, loads } = figures
  const isDefault = rule.key.startsWith(DEFAULT_KEY)
  const lacksLoaded = rule.basis === 'per-mile' && miles === 0n
  const lacksEmpty = rule.basis === 'per-empty-mile' && emptyMiles === 0n
  const lacksMiles = loads > 0 && (lacksLoaded || lacksEmpty)
  const mayChange = rule.basis === 'percent-after-fuel' || rule.basis === 'percent-of-net'
  const lacksRevenue =
    rule.basis === 'percent' && revenue === 0n && !rule.value.startsWith('-') && !isZero(rule.value)
  const isFee = rule.factoring?.isShown === true
  return left !== 0n && (lacksMiles || mayChange || isFee || (isDefault && lacksRevenue))
}
