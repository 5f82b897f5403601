/** The amounts of the categories, and the rule for changing one (SPEC C1, C4). */
import { addUp, formatMoney, toAmount, toCents, type Amount, type Cents } from '#core/money.ts'
import {
  EXPENSE_CATEGORIES,
  settlementFields,
  type ExpenseCategory,
  type Expenses,
} from './settlement.ts'
import type { Line } from './lines.ts'

export function sumByCategory(lines: Pick<Line, 'category' | 'amount'>[]): Expenses {
  const totals = EXPENSE_CATEGORIES.map((category) => [
    category,
    toAmount(sumCategory(lines, category)),
  ])
  return Object.fromEntries(totals) as Expenses
}

/**
 * The new amount of a category's manual entry when the category's amount is changed to `typed`: the other lines
 * do not change. `manual`: the entry's amount before; undefined if there is none.
 */
export function manualAmount(
  typed: Amount,
  categoryAmount: Amount,
  manual: Amount | undefined,
): Cents {
  return toCents(manual ?? '0.00') + toCents(typed) - toCents(categoryAmount)
}

/**
 * Why a category's amount cannot be changed to `typed`; null if it can. `manual`: the manual entry that this change
 * needs. `derived`: the category's lines from earlier statements and balances. Such a line may be removed later: a manual
 * entry that cancels it would stay, and the settlement would pay too much.
 */
export function categoryAmountError(
  category: ExpenseCategory,
  typed: Amount,
  manual: Cents,
  derived: Pick<Line, 'amount' | 'kind' | 'ruleId'>[],
): string | null {
  const derivedTotal = addUp(derived.map(({ amount }) => amount))
  const hasCharge = derived.some(({ amount }) => toCents(amount) > 0n)
  const hasCredit = derived.some(({ amount }) => toCents(amount) < 0n)
  const { label } = settlementFields[category]
  const source = `${formatMoney(derivedTotal)} of ${label} comes from ${nameSources(derived)}`
  if (manual < 0n && hasCharge && toCents(typed) < derivedTotal)
    return `${source}. Add the credit as a separate line.`
  if (manual > 0n && hasCredit) return `${source}. Add the other deduction as a separate line.`
  return null
}

/** "an earlier statement and recurring extra pay of this payee". */
function nameSources(derived: Pick<Line, 'kind' | 'ruleId'>[]): string {
  const sources = derived.map(({ kind, ruleId }) => {
    if (kind === 'withholding') return 'backup withholding'
    if (kind === 'card') return 'card purchases'
    if (kind === 'extra-pay') return 'recurring extra pay of this payee'
    if (kind === 'refund') return 'a refund of a balance'
    return ruleId === null
      ? 'an earlier statement'
      : 'a balance or recurring deduction of this payee'
  })
  return [...new Set(sources)].join(' and ')
}

/** The cents that the manual entry of "other" deducts without a reason (49 CFR 376.12(h)). */
export function sumUnexplained(
  lines: Pick<Line, 'kind' | 'category' | 'description' | 'amount'>[],
): Cents {
  const unexplained = lines.filter(
    ({ kind, category, description }) =>
      kind === 'plain' && category === 'other' && description === null,
  )
  return addUp(unexplained.map(({ amount }) => amount))
}

function sumCategory(lines: Pick<Line, 'category' | 'amount'>[], category: ExpenseCategory): Cents {
  return addUp(lines.filter((line) => line.category === category).map(({ amount }) => amount))
}
