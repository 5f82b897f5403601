/** The boxes of the eleven categories: what their lines come to, and what may be typed into one (SPEC C1, C4). */
import { addUp, formatMoney, toAmount, toCents, type Amount, type Cents } from '#core/money.ts'
import {
  EXPENSE_CATEGORIES,
  settlementFields,
  type ExpenseCategory,
  type Expenses,
} from './settlement.ts'
import type { Line } from './lines.ts'

/** The eleven amounts that lines add up to. */
export function sumByCategory(lines: Pick<Line, 'category' | 'amount'>[]): Expenses {
  const sums = EXPENSE_CATEGORIES.map((category) => [
    category,
    toAmount(sumCategory(lines, category)),
  ])
  return Object.fromEntries(sums) as Expenses
}

/**
 * What a category's plain line becomes when `typed` is put into its box: it takes up the difference, so
 * that the other lines stay as they are.
 */
export function manualAmount(typed: Amount, box: Amount, plain: Amount | undefined): Cents {
  return toCents(plain ?? '0.00') + toCents(typed) - toCents(box)
}

/**
 * Why a box may not hold `typed`; null where it may. `theirs`: its lines that follow from an earlier statement
 * or a balance. They come off again by themselves: a plain line that undoes one would stay, and pay too much,
 * or count as repaid what nobody paid.
 */
export function categoryAmountError(
  category: ExpenseCategory,
  typed: Amount,
  plain: Cents,
  theirs: Pick<Line, 'amount'>[],
): string | null {
  const sum = addUp(theirs.map(({ amount }) => amount))
  const { label } = settlementFields[category]
  const held = `${label} holds ${formatMoney(sum)} of an earlier statement or a balance`
  if (plain < 0n && toCents(typed) < sum && theirs.some(({ amount }) => toCents(amount) > 0n))
    return `${held}: it cannot be less. Give a credit a line of its own.`
  if (plain > 0n && theirs.some(({ amount }) => toCents(amount) < 0n))
    return `${held}. Give a further deduction a line of its own.`
  return null
}

function sumCategory(lines: Pick<Line, 'category' | 'amount'>[], category: ExpenseCategory): Cents {
  return addUp(lines.filter((line) => line.category === category).map(({ amount }) => amount))
}
