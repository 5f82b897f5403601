/** What is typed into the boxes of the eleven categories (SPEC C1). */
import { toAmount, toCents, type Amount } from '#core/money.ts'
import {
  EXPENSE_CATEGORIES,
  type ExpenseCategory,
  type Expenses,
  type Settlement,
} from '#core/settlements/settlement.ts'
import { categoryAmountError, manualAmount } from '#core/settlements/category-amounts.ts'
import { isDerived } from '#core/settlements/lines.ts'
import type { Work } from '#server/database/open.ts'
import { badField } from '#server/errors.ts'
import { readRulesWithTotal } from '#server/settlements/deductions/apply.ts'
import { BLANK_LINE, deleteLine, insertLine, readLineRows } from './rows.ts'

/**
 * Puts typed boxes into effect: each changes its category's one plain line. What is not typed stays. Throws
 * 400 at a box that would undo what follows from another statement or a balance.
 */
export async function setCategoryAmounts(
  work: Work,
  userId: string,
  settlement: Settlement,
  typed: Partial<Expenses>,
): Promise<void> {
  const lines = await readLineRows(work, userId, settlement.id)
  const balances = await readRulesWithTotal(work, userId)
  for (const category of EXPENSE_CATEGORIES) {
    const box = typed[category]
    if (box === undefined || box === settlement[category]) continue
    const plain = lines.find((line) => line.kind === 'plain' && line.category === category)
    const amount = toAmount(manualAmount(box, settlement[category], plain?.amount))
    const theirs = lines.filter((line) => line.category === category && isDerived(line, balances))
    const problem = categoryAmountError(category, box, toCents(amount), theirs)
    if (problem) throw badField(category, problem)
    await writeManualLine(work, userId, settlement, { category, amount, id: plain?.id })
  }
}

type ManualLine = { category: ExpenseCategory; amount: Amount; id: number | undefined }

/** A plain line of nothing is none. */
async function writeManualLine(
  work: Work,
  userId: string,
  settlement: Settlement,
  plain: ManualLine,
) {
  if (plain.id !== undefined) await deleteLine(work, userId, plain.id)
  if (plain.amount === '0.00') return
  const { category, amount } = plain
  await insertLine(work, userId, settlement, { ...BLANK_LINE, category, amount, kind: 'plain' })
}
