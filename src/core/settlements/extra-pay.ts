/** Extra pay: a line of "other" with a negative amount that counts as gross pay (SPEC C18). */
import { addUp, toAmount, toCents, type Amount, type Cents } from '#core/money.ts'

export const EXTRA_PAY_OPTIONS = [
  { value: 'detention', label: 'Detention' },
  { value: 'layover', label: 'Layover' },
  { value: 'bonus', label: 'Bonus' },
  { value: 'other', label: 'Other' },
] as const

/** Pay for a load is a charge of the load (SPEC C105). Lines that have these types already keep them. */
const FOR_LOADS = new Set<string>(['detention', 'layover'])

/** The types that a form offers. `stored`: the current type of the line. */
export function listExtraPayOptions(stored: ExtraPayType | null) {
  return EXTRA_PAY_OPTIONS.filter(({ value }) => value === stored || !FOR_LOADS.has(value))
}

export type ExtraPayType = (typeof EXTRA_PAY_OPTIONS)[number]['value']

/** The columns of a line that only extra pay sets. */
export type ExtraPayState = {
  /** The type of extra pay; null on other lines. */
  extraPay: ExtraPayType | null
  /** Percentage deductions treat this extra pay as revenue. */
  subjectToPercent: boolean
}

export const NO_EXTRA_PAY: ExtraPayState = { extraPay: null, subjectToPercent: false }

export function extraPayLabel(type: ExtraPayType): string {
  return EXTRA_PAY_OPTIONS.find(({ value }) => value === type)?.label ?? type
}

type CreditLine = { kind?: string; amount: Amount }

/** Extra pay of a settlement in cents, a positive amount. */
export function sumExtraPay(lines: Iterable<CreditLine>): Cents {
  return -addUp([...lines].filter(isExtraPay).map(({ amount }) => amount))
}

export function isExtraPay({ kind }: { kind?: string }): boolean {
  return kind === 'extra-pay'
}

/** A credit that a person entered: lumper, tolls, a fuel card refund. It is not gross pay. */
export function isReimbursement({ kind, amount }: CreditLine): boolean {
  return kind === 'entered' && toCents(amount) < 0n
}

/** Expenses without the extra pay in them: what the settlement deducts, less credits. */
export function deductionsOf({
  totalExpenses,
  extraPay,
}: Record<'totalExpenses' | 'extraPay', Amount>): Amount {
  return toAmount(toCents(totalExpenses) + toCents(extraPay))
}
