/** The bases of recurring deductions: revenue, fuel, net, miles, loads, factoring, or a flat amount (SPEC C2, C16, C234). */
import { pluralize } from '#core/pluralize.ts'
import { formatRate, percentOf, timesRate } from '#core/decimals.ts'
import {
  formatQuantity,
  notNegative,
  toAmount,
  toCents,
  type Amount,
  type Cents,
} from '#core/money.ts'
import { describeFrequency, type Schedule } from './deductions/frequency.ts'

export const BASIS_OPTIONS = [
  { value: 'percent', label: '% of revenue' },
  { value: 'percent-after-fuel', label: '% of revenue after fuel' },
  { value: 'percent-of-net', label: '% of net' },
  { value: 'fixed', label: 'Flat amount' },
  { value: 'per-mile', label: 'Per loaded mile' },
  { value: 'per-empty-mile', label: 'Per empty mile' },
  { value: 'per-load', label: 'Per load' },
  { value: 'factored-percent', label: '% of factored loads' },
  { value: 'factoring-fee', label: '% of actual factoring fee' },
] as const

export type Basis = (typeof BASIS_OPTIONS)[number]['value']

/** Totals of a settlement's loads: revenue in cents, hundredths of a mile, number of loads. */
export type LoadFigures = { revenue: Cents; miles: bigint; emptyMiles: bigint; loads: number }

/**
 * What the bases apply to. `revenue`: the loads' revenue and the extra pay that percentages count. `afterFuel`: this
 * revenue less all lines of fuel. `net`: the net before carry-forwards. Both depend on the lines computed before.
 */
export type BasisFigures = LoadFigures & { afterFuel: Cents; net: Cents } & FactoringFigures

/** The figures of the load that a fee is for: its revenue if its invoice is with a factor, and its part of the fee. */
export type FactoringFigures = { factored: Cents; fee: Cents }

export const NOT_FACTORED: FactoringFigures = { factored: 0n, fee: 0n }

export const NO_BASIS_FIGURES: BasisFigures = {
  ...NOT_FACTORED,
  revenue: 0n,
  miles: 0n,
  emptyMiles: 0n,
  loads: 0,
  afterFuel: 0n,
  net: 0n,
}

/** Whether the basis makes a line for each factored load (SPEC C234). */
export function isFactoringBasis(basis: Basis | null): boolean {
  return basis === 'factored-percent' || basis === 'factoring-fee'
}

/** Whether a rule's value is a percentage. */
export function isPercentBasis(basis: Basis): boolean {
  return BASIS_OPTIONS.some(({ value, label }) => value === basis && label.startsWith('%'))
}

/** "12% of revenue", "$0.60 per loaded mile", "$350.00 per week". */
export function describeRule(
  rule: { basis: Basis; value: Amount } & Omit<Schedule, 'firstDay'>,
): string {
  const { basis, value, frequency } = rule
  const amount = BASES[basis].describe(value)
  if (frequency === 'settlement') return basis === 'fixed' ? `${amount} per settlement` : amount
  const often = describeFrequency(rule)
  if (basis === 'fixed') return `${amount} ${often}`
  return frequency === 'weeks' ? `${amount}, ${often}` : `${amount}, once ${often}`
}

type BasisRule = {
  /** `value` is the rule's: dollars, or percent. */
  amount: (figures: BasisFigures, value: Amount) => Cents
  /** The figure that `value` is applied to: dollars, miles or loads. Null for a flat amount. */
  figure: (figures: BasisFigures) => Amount | null
  /** True if the line's quantity is the figure, and its rate is `value`. */
  isCounted: boolean
  describe: (value: Amount) => string
  formula: (value: Amount, figure: Amount) => string
}

export const BASES: Record<Basis, BasisRule> = {
  percent: {
    amount: ({ revenue }, value) => percentOf(revenue, value),
    figure: ({ revenue }) => toAmount(revenue),
    isCounted: false,
    describe: (value) => `${formatQuantity(value)}% of revenue`,
    formula: (value, revenue) => `${formatQuantity(value)}% × ${formatRate(revenue)}`,
  },
  'percent-after-fuel': {
    amount: ({ afterFuel }, value) => percentOf(notNegative(afterFuel), value),
    figure: ({ afterFuel }) => toAmount(notNegative(afterFuel)),
    isCounted: false,
    describe: (value) => `${formatQuantity(value)}% of revenue after fuel`,
    formula: (value, figure) => `${formatQuantity(value)}% × ${formatRate(figure)} after fuel`,
  },
  'percent-of-net': {
    amount: ({ net }, value) => percentOf(notNegative(net), value),
    figure: ({ net }) => toAmount(notNegative(net)),
    isCounted: false,
    describe: (value) => `${formatQuantity(value)}% of net`,
    formula: (value, net) => `${formatQuantity(value)}% × ${formatRate(net)} net`,
  },
  fixed: {
    amount: (_, value) => toCents(value),
    figure: () => null,
    isCounted: false,
    describe: (value) => formatRate(value),
    formula: (value) => `flat ${formatRate(value)}`,
  },
  'per-mile': {
    amount: ({ miles }, value) => timesRate(toAmount(miles), value),
    figure: ({ miles }) => toAmount(miles),
    isCounted: true,
    describe: (value) => `${formatRate(value)} per loaded mile`,
    formula: (value, miles) => `${formatQuantity(miles)} mi × ${formatRate(value)}`,
  },
  'per-empty-mile': {
    amount: ({ emptyMiles }, value) => timesRate(toAmount(emptyMiles), value),
    figure: ({ emptyMiles }) => toAmount(emptyMiles),
    isCounted: true,
    describe: (value) => `${formatRate(value)} per empty mile`,
    formula: (value, miles) => `${formatQuantity(miles)} empty mi × ${formatRate(value)}`,
  },
  'per-load': {
    amount: ({ loads }, value) => timesRate(String(loads), value),
    figure: ({ loads }) => toAmount(BigInt(loads) * 100n),
    isCounted: true,
    describe: (value) => `${formatRate(value)} per load`,
    formula: (value, loads) => `${pluralize(Number(loads), 'load')} × ${formatRate(value)}`,
  },
  'factored-percent': {
    amount: ({ factored }, value) => percentOf(notNegative(factored), value),
    figure: ({ factored }) => toAmount(notNegative(factored)),
    isCounted: false,
    describe: (value) => `${formatQuantity(value)}% of factored loads`,
    formula: (value, factored) => `${formatQuantity(value)}% × ${formatRate(factored)} factored`,
  },
  'factoring-fee': {
    amount: ({ fee }, value) => percentOf(fee, value),
    figure: ({ fee }) => toAmount(fee),
    isCounted: false,
    describe: (value) => `${formatQuantity(value)}% of the actual factoring fee`,
    formula: (value, fee) => `${formatQuantity(value)}% × ${formatRate(fee)} fee`,
  },
}
