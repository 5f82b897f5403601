/** What the settlement's form holds: the typed text of the eleven amounts, and the notes. */
import { z } from 'zod'
import { readTypedAmount } from '#core/money.ts'
import {
  EXPENSE_CATEGORIES,
  settlementFields,
  type ExpenseCategory,
  type Expenses,
} from '#core/settlements/settlement.ts'

export type Draft = Record<ExpenseCategory | 'notes', string>

/** The same, checked: what a request sends. */
export type SettlementValues = Expenses & { notes: string | null }

export function toDraft(expenses: Expenses, notes: string | null): Draft {
  return { ...amountsBy((category) => expenses[category]), notes: notes ?? '' }
}

/** For the running totals: nothing typed, and what cannot be read, is 0 (SPEC A5, B14). */
export function readDraft(draft: Partial<Draft>): Expenses {
  return amountsBy((category) => readTypedAmount(draft[category] ?? '') ?? '0.00')
}

/**
 * What was typed over what the form started with, and the notes. The server works the rest out as things
 * stand when it saves: a carry or a load that came meanwhile is not undone by a box that nobody touched.
 */
export function keepTyped({ notes, ...amounts }: SettlementValues, start: Draft) {
  const typed = EXPENSE_CATEGORIES.filter((name) => amounts[name] !== start[name])
  return {
    notes,
    ...(Object.fromEntries(typed.map((name) => [name, amounts[name]])) as Partial<Expenses>),
  }
}

/** The categories in which something stands that is no amount. */
export function listUnreadable(draft: Partial<Draft>): ExpenseCategory[] {
  return EXPENSE_CATEGORIES.filter((category) => {
    const typed = draft[category]?.trim() ?? ''
    return typed !== '' && readTypedAmount(typed) === null
  })
}

/** Reads money as people type it, then holds it to the request's own rules (SPEC B13, B14). */
export const draftSchema = z.object({
  ...Object.fromEntries(EXPENSE_CATEGORIES.map((category) => [category, typedMoney(category)])),
  notes: settlementFields.notes.schema,
}) as unknown as z.ZodType<SettlementValues, Draft>

function typedMoney(category: ExpenseCategory) {
  const read = (typed: unknown) => readTypedAmount(String(typed)) ?? typed
  return z.preprocess(read, settlementFields[category].schema)
}

function amountsBy(amount: (category: ExpenseCategory) => string): Expenses {
  return Object.fromEntries(EXPENSE_CATEGORIES.map((name) => [name, amount(name)])) as Expenses
}
