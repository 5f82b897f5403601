/** Changes the amounts of the eleven categories (SPEC C1). */
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
import { readRulesOfPayees } from '#server/settlements/deductions/read-rules.ts'
import { BLANK_LINE, deleteLine, insertLine, readLineRows } from './rows.ts'

/**
 * Brings each typed category to its amount by changing its manual entry. The other categories stay. Throws 400 at a
 * category whose lines from an earlier statement or a balance the entry would cancel.
 */
export async function setCategoryAmounts(
  work: Work,
  userId: string,
  settlement: Settlement,
  amounts: Partial<Expenses>,
): Promise<void> {
  const lines = await readLineRows(work, userId, settlement.id)
  const rulesOfPayees = await readRulesOfPayees(work, userId)
  for (const category of EXPENSE_CATEGORIES) {
    const typed = amounts[category]
    if (typed === undefined || typed === settlement[category]) continue
    const ofCategory = lines.filter((line) => line.category === category)
    const entry = ofCategory.find(({ kind }) => kind === 'plain')
    const amount = toAmount(manualAmount(typed, settlement[category], entry?.amount))
    const derived = ofCategory.filter((line) => isDerived(line, rulesOfPayees))
    const problem = categoryAmountError(category, typed, toCents(amount), derived)
    if (problem) throw badField(category, problem)
    await writeManualEntry(work, userId, settlement, { category, amount, id: entry?.id })
  }
}

type ManualEntry = { category: ExpenseCategory; amount: Amount; id: number | undefined }

/** Replaces the entry `id`. An entry of $0.00 is deleted. */
async function writeManualEntry(
  work: Work,
  userId: string,
  settlement: Settlement,
  { category, amount, id }: ManualEntry,
) {
  if (id !== undefined) await deleteLine(work, userId, id)
  if (amount === '0.00') return
  await insertLine(work, userId, settlement, { ...BLANK_LINE, category, amount, kind: 'plain' })
}
