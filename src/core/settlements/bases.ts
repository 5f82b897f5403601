/** What a recurring deduction is taken of: the revenue, the miles, the loads, or nothing (SPEC C2). */
import { pluralize } from '#core/pluralize.ts'
import {
  formatMoney,
  formatQuantity,
  percentOf,
  timesRate,
  toAmount,
  toCents,
  type Amount,
  type Cents,
} from '#core/money.ts'

export const BASIS_OPTIONS = [
  { value: 'percent', label: '% of revenue' },
  { value: 'fixed', label: 'Fixed amount' },
  { value: 'per-mile', label: 'Per mile' },
  { value: 'per-load', label: 'Per load' },
] as const

export type Basis = (typeof BASIS_OPTIONS)[number]['value']

/** What a rule is taken of: cents, hundredths of a mile, loads. */
export type BasisFigures = { revenue: Cents; miles: bigint; loads: number }

/** How a deduction is taken, as a person says it: "12% of revenue", "$0.60 a mile". */
export function describeRule({ basis, value }: { basis: Basis; value: Amount }): string {
  return BASES[basis].words(value)
}

/** `value` is the rule's, in cents or hundredths of a percent; `quantity` is in hundredths. */
type BasisRule = {
  amount: (figures: BasisFigures, value: bigint) => Cents
  quantity: (figures: BasisFigures) => bigint | null
  words: (value: Amount) => string
  formula: (figures: BasisFigures, value: Amount) => string
}

export const BASES: Record<Basis, BasisRule> = {
  percent: {
    amount: ({ revenue }, value) => percentOf(revenue, value),
    quantity: () => null,
    words: (value) => `${formatQuantity(value)}% of revenue`,
    formula: ({ revenue }, value) => `${formatQuantity(value)}% × ${formatMoney(revenue)}`,
  },
  fixed: {
    amount: (_, value) => value,
    quantity: () => null,
    words: (value) => `${formatMoney(toCents(value))} each settlement`,
    formula: (_, value) => flatFormula(value),
  },
  'per-mile': {
    amount: ({ miles }, value) => timesRate(miles, value),
    quantity: ({ miles }) => miles,
    words: (value) => `${formatMoney(toCents(value))} a mile`,
    formula: ({ miles }, value) =>
      `${formatQuantity(toAmount(miles))} mi × ${formatMoney(toCents(value))}`,
  },
  'per-load': {
    amount: ({ loads }, value) => BigInt(loads) * value,
    quantity: ({ loads }) => BigInt(loads) * 100n,
    words: (value) => `${formatMoney(toCents(value))} a load`,
    formula: ({ loads }, value) => `${pluralize(loads, 'load')} × ${formatMoney(toCents(value))}`,
  },
}

/** What is said of a fixed amount that is taken whole: so a line is known to be an instalment. */
export function flatFormula(value: Amount): string {
  return `fixed ${formatMoney(toCents(value))}`
}
