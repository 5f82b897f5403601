/** Changes the amounts of the categories (SPEC C1, C19). */
import { toAmount, toCents } from '#core/money.ts'
import {
  EXPENSE_CATEGORIES,
  settlementFields,
  type ExpenseCategory,
  type Expenses,
  type Settlement,
} from '#core/settlements/settlement.ts'
import { categoryAmountError, manualAmount } from '#core/settlements/category-amounts.ts'
import { isDerived, type Line } from '#core/settlements/lines.ts'
import type { Work } from '#server/database/open.ts'
import { badField } from '#server/errors.ts'
import { readRulesOfPayees } from '#server/settlements/deductions/read-rules.ts'
import { BLANK_LINE, deleteLine, insertLine, readLineRows, updateLine } from './rows.ts'

/** `otherReason`: undefined if the request has none, like the calls that SPEC Part A prescribes. */
type TypedAmounts = Partial<Expenses> & { otherReason?: string | null | undefined }

/**
 * Brings each typed category to its amount by changing its manual entry. The other categories stay. Throws 400 at a
 * category whose lines from an earlier statement or a balance the entry would cancel, and at a missing reason.
 */
export async function setCategoryAmounts(
  work: Work,
  userId: string,
  settlement: Settlement,
  { otherReason, ...amounts }: TypedAmounts,
): Promise<void> {
  const isUnchanged = (category: ExpenseCategory) =>
    amounts[category] === undefined || amounts[category] === settlement[category]
  if (otherReason === undefined && EXPENSE_CATEGORIES.every(isUnchanged)) return
  const lines = await readLineRows(work, userId, settlement.id)
  const rulesOfPayees = await readRulesOfPayees(work, userId)
  for (const category of EXPENSE_CATEGORIES) {
    const typed = amounts[category]
    const ofCategory = lines.filter((line) => line.category === category)
    const entry = ofCategory.find(({ kind }) => kind === 'plain')
    if (typed === undefined || typed === settlement[category]) {
      if (category === 'other' && entry) await changeReason(work, userId, entry, otherReason)
      continue
    }
    const amount = toAmount(manualAmount(typed, settlement[category], entry?.amount))
    const derived = ofCategory.filter((line) => isDerived(line, rulesOfPayees))
    const problem = categoryAmountError(category, typed, toCents(amount), derived)
    if (problem) throw badField(category, problem)
    if (entry) await deleteLine(work, userId, entry.id)
    if (amount === '0.00') continue
    const isLower = toCents(amount) < 0n && ofCategory.some((line) => line !== entry)
    const description =
      category === 'other' ? readReason(entry, otherReason) : nameEntry(category, isLower)
    const values = { ...BLANK_LINE, category, amount, description, byHand: isLower }
    await insertLine(work, userId, settlement, { ...values, kind: 'plain' })
  }
}

/** An entry that lowers the category's total prints as a credit, and "Fuel -$50.00" would not say why. */
function nameEntry(category: ExpenseCategory, isLower: boolean): string | null {
  return isLower ? `Manual change of ${settlementFields[category].label}` : null
}

/** The calls of SPEC Part A have no reason. Approval asks for it. */
function readReason(entry: Line | undefined, reason: string | null | undefined): string | null {
  if (reason === undefined) return entry?.description ?? null
  if (reason === null) throw badField('otherReason', REASON_REQUIRED)
  return reason
}

/** Throws 400 if a reason is removed. */
async function changeReason(
  work: Work,
  userId: string,
  { id, description }: Line,
  reason: string | null | undefined,
): Promise<void> {
  if (reason === undefined || reason === description) return
  if (reason === null) throw badField('otherReason', REASON_REQUIRED)
  await updateLine(work, userId, id, { description: reason })
}

const REASON_REQUIRED = 'Enter a reason. "Other" deductions must say what they\'re for.'
