/** The content of the settlement's form: the typed text of the amounts, the reason of "other", and the notes. */
import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { readTypedAmount } from '#core/money.ts'
import {
  EXPENSE_CATEGORIES,
  otherReasonField,
  settlementFields,
  type ExpenseCategory,
  type Expenses,
} from '#core/settlements/settlement.ts'

/** The id of the form, for the Save button outside of it. */
export const EXPENSES_FORM = 'expense-categories'

export type Draft = Record<ExpenseCategory | 'otherReason' | 'notes', string>

/** The draft after its checks, as a request sends it. */
export type SettlementValues = Expenses & { otherReason?: string | null; notes: string | null }

export type SettlementForm = UseFormReturn<Draft, unknown, SettlementValues>

export function toDraft(expenses: Expenses, notes: string | null): Draft {
  const amounts = mapCategories((category) => expenses[category])
  return { ...amounts, otherReason: '', notes: notes ?? '' }
}

/** The amounts for the running totals. A blank or invalid one counts as 0.00 (SPEC A5, B14). */
export function readDraft(draft: Partial<Draft>): Expenses {
  return mapCategories((category) => readTypedAmount(draft[category] ?? '') ?? '0.00')
}

/** "5" becomes "5.00". An invalid amount stays as typed. */
export function normalizeDraft(draft: Draft): Draft {
  const invalid = Object.fromEntries(listInvalid(draft).map((name) => [name, draft[name]]))
  const texts = { otherReason: draft.otherReason.trim(), notes: draft.notes.trim() }
  return { ...readDraft(draft), ...invalid, ...texts }
}

/**
 * The notes and the amounts that were edited. The server calculates the others when it saves: otherwise
 * saving would undo a carry-forward or a load that was added while the form was open.
 */
export function pickEdited(
  { notes, otherReason, ...amounts }: SettlementValues,
  start: Draft,
): Partial<SettlementValues> {
  const edited = EXPENSE_CATEGORIES.filter((name) => amounts[name] !== start[name])
  return {
    notes,
    ...(edited.includes('other') && otherReason !== undefined ? { otherReason } : {}),
    ...(Object.fromEntries(edited.map((name) => [name, amounts[name]])) as Partial<Expenses>),
  }
}

/** The categories whose text is not an amount. */
export function listInvalid(draft: Partial<Draft>): ExpenseCategory[] {
  return EXPENSE_CATEGORIES.filter((category) => {
    const typed = draft[category]?.trim() ?? ''
    return typed !== '' && readTypedAmount(typed) === null
  })
}

/** Whether nothing is deducted in the category and nothing unreadable is typed: its field is collapsed (SPEC C57). */
export function isUnused(typed: string, lines: unknown[]): boolean {
  return lines.length === 0 && (typed.trim() === '' || readTypedAmount(typed) === '0.00')
}

/** Reads typed money, then applies the rules of the request (SPEC B13, B14). */
export const draftSchema = z.object({
  ...Object.fromEntries(EXPENSE_CATEGORIES.map((category) => [category, typedMoney(category)])),
  otherReason: otherReasonField.schema,
  notes: settlementFields.notes.schema,
}) as unknown as z.ZodType<SettlementValues, Draft>

function typedMoney(category: ExpenseCategory) {
  const read = (typed: unknown) => readTypedAmount(String(typed)) ?? typed
  return z.preprocess(read, settlementFields[category].schema)
}

function mapCategories(toText: (category: ExpenseCategory) => string): Expenses {
  return Object.fromEntries(EXPENSE_CATEGORIES.map((name) => [name, toText(name)])) as Expenses
}
