/** The lines under the eleven categories: a category's amount is the sum of its lines (SPEC C1). */
import { z } from 'zod'
import { changedRecordSchema, type RecordOf } from '#core/entities/entity.ts'
import { choice, day, reference } from '#core/fields/fields.ts'
import type { ValuesOf } from '#core/fields/field.ts'
import { optionalAmount, signedMoney } from '#core/fields/amounts.ts'
import { optionalText } from '#core/fields/text.ts'
import {
  addUp,
  formatMoney,
  formatQuantity,
  LARGEST_AMOUNT,
  timesRate,
  toCents,
  type Amount,
} from '#core/money.ts'
import { EXPENSE_CATEGORIES, settlementFields, type ExpenseCategory } from './settlement.ts'

/**
 * Where a line comes from. `plain`: what was typed into its category's box; `entered`: written by hand;
 * the others are made, and changed, only by what they come from.
 */
export type LineKind =
  'plain' | 'entered' | 'rule' | 'refund' | 'carry-in' | 'carry-out' | 'correction'

export const CATEGORY_OPTIONS = EXPENSE_CATEGORIES.map((value) => ({
  value,
  label: settlementFields[value].label,
}))

/** What a person may write on a line. `amount` below zero is a credit. */
export const lineFields = {
  category: choice<ExpenseCategory>('Category', CATEGORY_OPTIONS, { formDefault: 'fuel' }),
  description: optionalText('Description'),
  reference: optionalText('Reference'),
  date: day('Date'),
  quantity: optionalAmount('Quantity', 'quantity'),
  rate: optionalAmount('Rate', 'money'),
  amount: signedMoney('Amount'),
  loadId: reference('Load', 'loads', 'None'),
}

/** The form of a line: an amount that is left blank is quantity × rate. */
export const lineFormFields = {
  ...lineFields,
  amount: optionalAmount('Amount', 'money'),
  loadId: { ...lineFields.loadId, control: 'none' as const },
}

type Values = ValuesOf<typeof lineFields>

/** A stored line, as `/api/billing/{id}/expenses` answers it. */
export type Line = RecordOf<typeof lineFields> & {
  billingId: number
  truckId: number
  kind: LineKind
  /** The rule, stored or from the settings, that made it or that it gives back to. */
  ruleId: number | null
  ruleKey: string | null
  /** Of a carry-in: the settlement that carried it out. */
  carriedFrom: number | null
  /** Of a correction: the settlement whose load changed. */
  corrects: number | null
  /** Of a carry-in or a correction: it follows from a statement of another payee, knowingly (SPEC C10). */
  takenOver: boolean
  /** A rule's line whose amount somebody changed: recalculating leaves it. */
  byHand: boolean
  /** Its statement is void. */
  voided: boolean
  /** How it was computed, as the statement prints it. */
  formula: string | null
}

/** What a new line has once its blanks are filled in. */
export type LineValues = Values

/** A new line as it is sent. */
export type NewLine = Partial<Omit<Values, 'amount'>> &
  Pick<Values, 'category'> & { amount?: Amount | null }

/**
 * Without a date a line is of the settlement's date. The amount may be left out where quantity and rate
 * give it. What a line has to agree in is checked of the whole line (`lineProblem`).
 */
export const newLineSchema = z.object({
  ...Object.fromEntries(
    Object.entries(lineFields).map(([name, { schema }]) => [name, schema.optional()]),
  ),
  category: lineFields.category.schema,
  amount: lineFormFields.amount.schema.optional(),
}) as unknown as z.ZodType<NewLine>

export type ChangedLine = Partial<Omit<Values, 'amount'>> & { amount?: Amount | null | undefined }

export const changedLineSchema: z.ZodType<ChangedLine> = z.intersection(
  changedRecordSchema({
    description: lineFields.description,
    reference: lineFields.reference,
    quantity: lineFields.quantity,
    rate: lineFields.rate,
    loadId: lineFields.loadId,
  }),
  z.object({
    category: lineFields.category.schema.optional(),
    date: lineFields.date.schema.optional(),
    amount: lineFormFields.amount.schema.optional(),
  }),
)

/** Quantity × rate where both are given, in cents, rounded once; else null. */
export function computedAmount({ quantity, rate }: Pick<Values, 'quantity' | 'rate'>) {
  return quantity === null || rate === null ? null : timesRate(toCents(quantity), toCents(rate))
}

/** What is wrong with a whole line, at which field; null where nothing is (49 CFR 376.12(h): no unexplained charge). */
export function findLineError(
  line: Omit<Values, 'date'>,
): [field: keyof Values, message: string] | null {
  if (line.category === 'other' && line.description === null)
    return ['description', 'Say what this deduction is for: a line of "Other" needs a description']
  const computed = computedAmount(line)
  if (computed !== null && (computed > LARGEST_AMOUNT || computed < -LARGEST_AMOUNT))
    return ['amount', `Quantity × rate is more than ${formatMoney(LARGEST_AMOUNT)}`]
  if (computed !== null && computed !== toCents(line.amount)) {
    return ['amount', `Quantity × rate is ${formatMoney(computed)}`]
  }
  return null
}

/** "120.5 × $3.89", or the formula that the line was made with; null where it is just an amount. */
export function formatFormula({
  formula,
  quantity,
  rate,
}: Pick<Line, 'formula' | 'quantity' | 'rate'>) {
  if (formula !== null || quantity === null || rate === null) return formula
  return `${formatQuantity(quantity)} × ${formatMoney(toCents(rate))}`
}

/**
 * A rule's line that was counted by miles or by loads, and the loads are others by now: the statement would
 * print both. One that stopped at its total, and one changed by hand, count nothing.
 */
export function hasStaleQuantity(lines: Line[], loads: { miles: Amount }[]): boolean {
  const counts = [addUp(loads.map(({ miles }) => miles)), BigInt(loads.length) * 100n]
  return lines.some(
    ({ kind, byHand, quantity }) =>
      kind === 'rule' && !byHand && quantity !== null && !counts.includes(toCents(quantity)),
  )
}

/** What is carried between settlements is told of apart from what is deducted (SPEC C4). */
export function isCarryForward({ kind }: Pick<Line, 'kind'>): boolean {
  return kind === 'carry-in' || kind === 'carry-out'
}

/**
 * Of an earlier statement or a balance: it goes back there where somebody else is paid, and comes off by itself.
 * `balances`: the rules that have one.
 */
export function isDerived(
  { carriedFrom, corrects, ruleId }: Pick<Line, 'carriedFrom' | 'corrects' | 'ruleId'>,
  balances: ReadonlySet<number | null>,
): boolean {
  return carriedFrom !== null || corrects !== null || balances.has(ruleId)
}

/** What a line is called: its description, else where it comes from. */
export function lineName({
  description,
  kind,
  category,
}: Pick<Line, 'description' | 'kind' | 'category'>) {
  if (description) return description
  return kind === 'plain' ? 'Typed into the box' : settlementFields[category].label
}
