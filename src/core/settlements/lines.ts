/** The lines of the categories: a category's amount is the sum of its lines (SPEC C1). */
import type { RecordOf } from '#core/entities/entity.ts'
import { choice, day, reference } from '#core/fields/fields.ts'
import type { ValuesOf } from '#core/fields/field.ts'
import { formatRate, timesRate } from '#core/decimals.ts'
import { optionalAmount, quantityOrNull, rateOrNull, signedMoney } from '#core/fields/amounts.ts'
import { optionalText } from '#core/fields/text.ts'
import {
  negate,
  addUp,
  formatMoney,
  formatQuantity,
  LARGEST_AMOUNT,
  toAmount,
  toCents,
  type Amount,
  type Cents,
} from '#core/money.ts'
import { BASES, NO_BASIS_FIGURES, type BasisFigures } from './bases.ts'
import type { CardState } from './cards/card-line.ts'
import { isExtraPay, isReimbursement, type ExtraPayState } from './extra-pay.ts'
import { formatRuleFormula, type Computation, type Limit, type Progress } from './formula.ts'
import { EXPENSE_CATEGORIES, settlementFields, type ExpenseCategory } from './settlement.ts'

/**
 * Where a line comes from. `plain`: the manual entry of a category; `entered`: added by a person; `extra-pay`: added by
 * a person or a rule; `correction`: an adjustment; `offset`: between two trucks of a payee; `withholding`: backup
 * withholding. `card`: what a card bought.
 */
type LineKind =
  | 'plain'
  | 'entered'
  | 'rule'
  | 'extra-pay'
  | 'refund'
  | 'carry-in'
  | 'carry-out'
  | 'correction'
  | 'offset'
  | 'withholding'
  | 'card'

export const CATEGORY_OPTIONS = EXPENSE_CATEGORIES.map((value) => ({
  value,
  label: settlementFields[value].label,
}))

/** The fields of a line that a person may set. A negative amount is a credit. */
export const lineFields = {
  category: choice<ExpenseCategory>('Category', CATEGORY_OPTIONS, { formDefault: 'fuel' }),
  description: optionalText('Description'),
  reference: optionalText('Reference'),
  date: day('Date'),
  quantity: quantityOrNull('Quantity'),
  rate: rateOrNull('Rate'),
  amount: signedMoney('Amount'),
  loadId: reference('Load', 'loads', 'None'),
}

/** The form of a line: a blank amount is quantity × rate. */
export const lineFormFields = {
  ...lineFields,
  amount: optionalAmount('Amount', 'money'),
  loadId: { ...lineFields.loadId, control: 'none' as const },
}

/** The fields of a line, blanks filled in. */
export type LineValues = ValuesOf<typeof lineFields>

/** A line, as `/api/billing/{id}/expenses` returns it. */
export type Line = RecordOf<typeof lineFields> & LineState

/** What a line has beyond the fields that a person edits. */
export type LineState = Computation &
  Progress &
  Partial<Limit> &
  ExtraPayState & {
    [Name in keyof CardState]?: CardState[Name] | null
  } & {
    billingId: number
    truckId: number
    kind: LineKind
    /** For a rule's line or a refund: the stored rule, and the rule's key. A rule from the settings has no id. */
    ruleId: number | null
    ruleKey: string | null
    /** For a carry-in: the settlement with the negative net. */
    carriedFrom: number | null
    /** For an adjustment: the settlement that it restates, and its restated line; null for revenue. */
    corrects: number | null
    restates: number | null
    /** For an adjustment: the restated line is extra pay. */
    adjustsPay: boolean
    /** For an adjustment of one load, from before adjustments restated a whole settlement. */
    loadNumber: string | null
    /** For an offset: the other statement of the payee (SPEC C24). */
    offsetWith: number | null
    /** A carry-in or an adjustment that was transferred from another payee's statement, and why (SPEC C10). */
    takenOver: boolean
    /** Null if it was not transferred. */
    transferReason: string | null
    /**
     * A rule's line with an edited amount: recalculating keeps it. For a manual entry: the category was typed lower than
     * its lines, and recalculating keeps the typed total (SPEC C19).
     */
    byHand: boolean
    /** A rule's line that was deleted. It stays at 0.00, so that the rule does not add it again. */
    skipped: boolean
    /** The line's statement is void. */
    voided: boolean
    /** For a deduction that is taken once per period: the truck or payee, and the period (SPEC C15). */
    ruleScope?: string | null
    rulePeriod?: string | null
    /** How the amount was computed. Stored on adjustments only. */
    formula: string | null
  }

/** Quantity × rate in cents, rounded once; null unless both are given. */
export function computedAmount({ quantity, rate }: Pick<LineValues, 'quantity' | 'rate'>) {
  return quantity === null || rate === null ? null : timesRate(quantity, rate)
}

export type LineField = keyof LineValues | 'pay'

/** The first field of a line that does not agree with the others, and why; null if the line is valid. */
export function findLineError(
  line: Omit<LineValues, 'date'> & Partial<ExtraPayState>,
): [field: LineField, message: string] | null {
  // 49 CFR 376.12(h): a statement explains every charge.
  if (line.category === 'other' && line.description === null)
    return ['description', 'Enter a description. "Other" deductions must say what they\'re for.']
  const isPay = Boolean(line.extraPay)
  const field = isPay ? 'pay' : 'amount'
  const computed = computedAmount(line)
  const product = computed === null ? null : toAmount(computed)
  if (computed !== null && (computed > LARGEST_AMOUNT || computed < -LARGEST_AMOUNT))
    return [field, `Quantity × rate can't be more than ${formatMoney(LARGEST_AMOUNT)}`]
  if (product !== null && product !== (isPay ? negate(line.amount) : line.amount))
    return [field, `Amount must equal quantity × rate (${formatMoney(toCents(product))})`]
  return null
}

/** The formula of a line that carries a negative net forward. */
export const CARRY_IN_FORMULA = 'negative net'

type FormulaParts = Pick<
  Line,
  'kind' | 'skipped' | 'byHand' | 'formula' | 'quantity' | 'rate' | 'amount'
> &
  Computation &
  Progress &
  Partial<Limit>

/** How a line's amount was computed: "120.5 × $3.89", "skipped", or the formula of its rule; null for a plain amount. */
export function formatFormula(line: FormulaParts): string | null {
  if (line.formula !== null) return line.formula
  if (line.skipped) return 'skipped'
  if (line.kind === 'carry-in') return CARRY_IN_FORMULA
  if (line.kind === 'rule' || line.kind === 'withholding' || (isExtraPay(line) && line.basis))
    return formatRuleFormula(line)
  if (line.quantity === null || line.rate === null) return null
  return `${formatQuantity(line.quantity)} × ${formatRate(line.rate)}`
}

/** A stored line with its formula, as the API returns it. Call `withProgress` first on a pending settlement's lines. */
export function withFormula<Stored extends FormulaParts>(line: Stored): Stored {
  return { ...line, formula: formatFormula(line) }
}

/**
 * Whether a line per loaded mile, per empty mile or per load was computed from another figure of its basis than the
 * current one: 350 loaded miles are no proof for 350 empty miles. Edited lines are never stale.
 */
export function hasStaleQuantity(
  lines: Pick<Line, 'basis' | 'basisFigure' | 'byHand'>[],
  loads: { miles: Amount; emptyMiles: Amount }[],
): boolean {
  const figures: BasisFigures = {
    ...NO_BASIS_FIGURES,
    miles: addUp(loads.map(({ miles }) => miles)),
    emptyMiles: addUp(loads.map(({ emptyMiles }) => emptyMiles)),
    loads: loads.length,
  }
  return lines.some(({ basis, basisFigure, byHand }) => {
    if (byHand || basis === null || !BASES[basis].isCounted) return false
    return BASES[basis].figure(figures) !== basisFigure
  })
}

/** What adjustments add to gross pay, in cents: changed revenue, and restated extra pay (SPEC C9). */
export function sumAdjustedPay(
  lines: readonly Pick<Line, 'kind' | 'restates' | 'adjustsPay' | 'amount'>[],
): Cents {
  const ofPay = lines.filter(
    ({ kind, restates, adjustsPay }) => kind === 'correction' && (restates === null || adjustsPay),
  )
  return -addUp(ofPay.map(({ amount }) => amount))
}

/** Carry-forwards are not deductions: a statement lists them separately (SPEC C4). */
function isCarryForward({ kind }: Pick<Line, 'kind'>): boolean {
  return kind === 'carry-in' || kind === 'carry-out'
}

/** The parts of a statement, in the order of the print (SPEC C18). */
export const LINE_PARTS = [
  'extraPay',
  'reimbursements',
  'deductions',
  'adjustments',
  'withholding',
  'offsets',
  'carryForwards',
] as const

export type LinePart = (typeof LINE_PARTS)[number]

/** Each line is in exactly one part. */
export function findPart(line: Pick<Line, 'kind' | 'amount'>): LinePart {
  if (isExtraPay(line)) return 'extraPay'
  if (isReimbursement(line)) return 'reimbursements'
  if (isCarryForward(line)) return 'carryForwards'
  if (line.kind === 'correction') return 'adjustments'
  if (line.kind === 'withholding') return 'withholding'
  return line.kind === 'offset' ? 'offsets' : 'deductions'
}

/**
 * Whether a line comes from an earlier statement, a balance, the payee's backup withholding or a card: it leaves the settlement
 * when the payee changes. `rulesOfPayees`: ids of the rules whose lines belong to a payee.
 */
export function isDerived(
  line: Pick<Line, 'kind' | 'carriedFrom' | 'corrects' | 'ruleId'>,
  rulesOfPayees: ReadonlySet<number | null>,
): boolean {
  const { kind, carriedFrom, corrects, ruleId } = line
  if (carriedFrom !== null || corrects !== null || DERIVED_KINDS.has(kind)) return true
  return rulesOfPayees.has(ruleId)
}

const DERIVED_KINDS = new Set<LineKind>(['withholding', 'card'])

/** Kinds whose category says nothing: carry-forwards, adjustments, withholding, offsets and extra pay. */
const WITHOUT_CATEGORY = new Set([
  'extra-pay',
  'carry-in',
  'carry-out',
  'correction',
  'withholding',
  'offset',
])

/** The name after its category: "Fuel: Manual entry", "Insurance: Cargo and liability" (SPEC C354). */
export function lineNameInCategory(
  line: Pick<Line, 'description' | 'category'> & { kind: string },
) {
  const name = lineName(line)
  const category = settlementFields[line.category].label
  return WITHOUT_CATEGORY.has(line.kind) || name === category ? name : `${category}: ${name}`
}

export function lineName({
  description,
  kind,
  category,
}: Pick<Line, 'description' | 'category'> & { kind: string }) {
  if (description) return description
  return kind === 'plain' ? 'Manual entry' : settlementFields[category].label
}
