/** The bases of recurring deductions: revenue, miles, loads, or a flat amount (SPEC C2). */
import { pluralize } from '#core/pluralize.ts'
import { formatRate, percentOf, timesRate } from '#core/decimals.ts'
import { formatQuantity, toAmount, toCents, type Amount, type Cents } from '#core/money.ts'

export const BASIS_OPTIONS = [
  { value: 'percent', label: '% of revenue' },
  { value: 'fixed', label: 'Flat amount' },
  { value: 'per-mile', label: 'Per mile' },
  { value: 'per-load', label: 'Per load' },
] as const

export type Basis = (typeof BASIS_OPTIONS)[number]['value']

/** Totals of a settlement's loads: revenue in cents, hundredths of a mile, number of loads. */
export type BasisFigures = { revenue: Cents; miles: bigint; loads: number }

/** "12% of revenue", "$0.60 per mile". */
export function describeRule({ basis, value }: { basis: Basis; value: Amount }): string {
  return BASES[basis].describe(value)
}

type BasisRule = {
  /** `value` is the rule's: dollars, or percent. */
  amount: (figures: BasisFigures, value: Amount) => Cents
  /** The figure that `value` is applied to: dollars, miles or loads. Null for a flat amount. */
  figure: (figures: BasisFigures) => Amount | null
  /** The figure is the line's quantity and `value` its rate. */
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
  fixed: {
    amount: (_, value) => toCents(value),
    figure: () => null,
    isCounted: false,
    describe: (value) => `${formatRate(value)} per settlement`,
    formula: (value) => `flat ${formatRate(value)}`,
  },
  'per-mile': {
    amount: ({ miles }, value) => timesRate(toAmount(miles), value),
    figure: ({ miles }) => toAmount(miles),
    isCounted: true,
    describe: (value) => `${formatRate(value)} per mile`,
    formula: (value, miles) => `${formatQuantity(miles)} mi × ${formatRate(value)}`,
  },
  'per-load': {
    amount: ({ loads }, value) => timesRate(String(loads), value),
    figure: ({ loads }) => toAmount(BigInt(loads) * 100n),
    isCounted: true,
    describe: (value) => `${formatRate(value)} per load`,
    formula: (value, loads) => `${pluralize(Number(loads), 'load')} × ${formatRate(value)}`,
  },
}
