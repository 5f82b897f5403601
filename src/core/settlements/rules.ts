/** Recurring deductions: the rules, and the line that each adds to a settlement (SPEC C2, 49 CFR 376.12(h)). */
import type { Day } from '#core/calendar.ts'
import type { Company } from '#core/settings/company.ts'
import { changedRecordSchema, newRecordSchema, type RecordOf } from '#core/entities/entity.ts'
import { optionalChoice } from '#core/fields/choices.ts'
import { choice, optionalDay, reference } from '#core/fields/fields.ts'
import type { ValuesOf } from '#core/fields/field.ts'
import { optionalAmount, rate } from '#core/fields/amounts.ts'
import { isZero } from '#core/decimals.ts'
import { text } from '#core/fields/text.ts'
import { parseAmount, toAmount, toCents, type Amount, type Cents } from '#core/money.ts'
import type { ExpenseCategory } from './settlement.ts'
import { BASES, BASIS_OPTIONS, type Basis, type BasisFigures } from './bases.ts'
import { EXTRA_PAY_OPTIONS, type ExtraPayState } from './extra-pay.ts'
import type { Computation } from './formula.ts'
import { CATEGORY_OPTIONS } from './lines.ts'
import { ONE_PAYEE, payeeKey } from './payee.ts'

const BALANCE_OPTIONS = [
  { value: 'none', label: 'None (ongoing)' },
  { value: 'advance', label: 'Advance (stops when repaid)' },
  { value: 'loan', label: 'Loan (stops when repaid)' },
  { value: 'escrow', label: 'Escrow (stops at target)' },
] as const

export type BalanceKind = (typeof BALANCE_OPTIONS)[number]['value']

const KIND_OPTIONS = [
  { value: 'deduction', label: 'Deduction' },
  { value: 'extra-pay', label: 'Extra Pay' },
] as const

type RuleKind = (typeof KIND_OPTIONS)[number]['value']

export const ruleFields = {
  kind: choice<RuleKind>('Kind', KIND_OPTIONS, {
    formDefault: 'deduction',
    defaultValue: 'deduction',
  }),
  extraPay: optionalChoice('Type', EXTRA_PAY_OPTIONS),
  truckId: reference('Truck', 'trucks', 'All trucks'),
  category: choice<ExpenseCategory>('Category', CATEGORY_OPTIONS, { formDefault: 'other' }),
  description: text('Description'),
  basis: choice<Basis>('Calculated As', BASIS_OPTIONS, { formDefault: 'fixed' }),
  value: rate('Amount or Rate'),
  firstDay: optionalDay('Start Date'),
  lastDay: optionalDay('End Date'),
  balance: choice<BalanceKind>('Balance Type', BALANCE_OPTIONS, {
    formDefault: 'none',
    defaultValue: 'none',
  }),
  total: optionalAmount('Total Amount', 'money'),
  ownerId: reference('Owner', 'owners', "Truck's current owner"),
  driverId: reference('Driver', 'drivers', "Truck's current driver, if it has no owner"),
}

export const newRuleSchema = newRecordSchema(ruleFields)
export const changedRuleSchema = changedRecordSchema(ruleFields)

export type RuleValues = ValuesOf<typeof ruleFields>
export type StoredRule = RecordOf<typeof ruleFields>

/** A rule to apply, stored or from the company's settings. Its key is unique within an account. */
export type Rule = Pick<
  RuleValues,
  | 'kind'
  | 'extraPay'
  | 'category'
  | 'description'
  | 'basis'
  | 'value'
  | 'firstDay'
  | 'lastDay'
  | 'total'
  | 'truckId'
> & { key: string; id: number | null }

/** A line that a new settlement starts with. */
export type ProposedLine = {
  kind: 'rule' | 'extra-pay' | 'carry-in' | 'withholding'
  category: ExpenseCategory
  description: string
  amount: Amount
  formula: string
}

/** The line that a rule adds to a settlement. */
export type RuleLine = Omit<ProposedLine, 'formula' | 'kind'> &
  Computation &
  Pick<ExtraPayState, 'extraPay'> & {
    kind: 'rule' | 'extra-pay'
    basis: Basis
    quantity: Amount | null
    rate: Amount | null
    ruleId: number | null
    ruleKey: string
  }

/** The first field of a rule that does not agree with the others, and why; null if the rule is valid. */
export function findRuleError(rule: RuleValues): [field: keyof RuleValues, message: string] | null {
  const extraPayError = findExtraPayError(rule)
  if (extraPayError) return extraPayError
  const { basis, value, balance, total, firstDay, lastDay, truckId, ownerId, driverId } = rule
  if (isZero(value)) return ['value', 'Amount or rate must be more than 0']
  if (basis === 'fixed' && parseAmount(value) === null)
    return ['value', 'Amount or rate must be a dollar amount, e.g. 1234.50']
  if (firstDay && lastDay && lastDay < firstDay)
    return ['lastDay', 'End date must be on or after the start date']
  if (balance === 'none' && total !== null)
    return ['balance', 'Choose a balance type for this total: advance, loan or escrow']
  if (balance !== 'none' && (total === null || toCents(total) <= 0n))
    return ['total', 'Enter a total greater than $0']
  const canNamePayee = truckId !== null && balance !== 'none'
  if (ownerId !== null && !canNamePayee)
    return ['ownerId', 'Only an advance, loan or escrow on a single truck can name an owner']
  if (driverId !== null && !canNamePayee)
    return ['driverId', 'Only an advance, loan or escrow on a single truck can name a driver']
  if (ownerId !== null && driverId !== null) return ['driverId', ONE_PAYEE]
  return null
}

function findExtraPayError({ kind, extraPay, category, balance }: RuleValues) {
  const at = (field: keyof RuleValues, message: string) =>
    [field, message] as [typeof field, string]
  if (kind === 'deduction')
    return extraPay === null ? null : at('extraPay', 'Only extra pay has a type')
  if (extraPay === null) return at('extraPay', 'Type is required')
  if (category !== 'other') return at('category', 'Extra pay is in the category Other')
  return balance === 'none' ? null : at('balance', 'Extra pay has no balance')
}

export function toRule(rule: StoredRule): Rule {
  return { ...rule, key: `rule:${rule.id}` }
}

/** Start of the key of a rule that is in the settings. */
export const DEFAULT_KEY = 'default:'

/** The default deductions of saved settings, as rules (SPEC B30). Two deductions with the same name get different keys. */
export function defaultRules(company: Company): Rule[] {
  const { customDeductions: custom } = company
  const fuel = { type: company.fuelDeductionType, value: company.fuelDeductionValue }
  const insurance = { type: company.insuranceDeductionType, value: company.insuranceDeductionValue }
  return [
    buildDefaultRule('fuel', 'fuel', 'Fuel', fuel),
    buildDefaultRule('insurance', 'insurance', 'Insurance', insurance),
    ...custom.map((deduction, index) => {
      const { name } = deduction
      const sameNameBefore = custom.slice(0, index).filter((other) => other.name === name).length
      return buildDefaultRule(`custom:${sameNameBefore}:${name}`, 'other', name, deduction)
    }),
  ]
}

type RulePayee = Pick<RuleValues, 'ownerId' | 'driverId' | 'truckId' | 'balance'>

/**
 * Whether a rule applies to settlements that pay `payee` (a key). A balance of one truck belongs to one payee. A rule
 * for all trucks has a balance for each payee (SPEC C10).
 */
export function isPayeeOf({ truckId, balance, ...ids }: RulePayee, payee: string): boolean {
  return truckId === null || balance === 'none' || payeeKey({ ...ids, truckId }) === payee
}

/** Both the first and the last day are included. */
export function isActive({ firstDay, lastDay }: Pick<Rule, 'firstDay' | 'lastDay'>, on: Day) {
  return (firstDay === null || firstDay <= on) && (lastDay === null || on <= lastDay)
}

/**
 * The line that a rule adds to a settlement; null if it adds none. `deducted`: what the rule already deducted from this
 * truck, less refunds, in cents. The last deduction of a rule with a total is the rest of the total.
 */
export function applyRule(rule: Rule, figures: BasisFigures, deducted: Cents): RuleLine | null {
  const { basis, value } = rule
  const fullAmount = BASES[basis].amount(figures, value)
  const left = rule.total === null ? null : toCents(rule.total) - deducted
  if (left !== null && left < 0n) return null
  const amount = left !== null && left < fullAmount ? left : fullAmount
  if (amount === 0n && !isPlaceholder(rule, figures, left)) return null
  const figure = BASES[basis].figure(figures)
  // A line that stops at the total has no quantity: quantity × rate would be more than its amount.
  const isCounted = BASES[basis].isCounted && amount === fullAmount
  const isPay = rule.kind === 'extra-pay'
  return {
    kind: isPay ? 'extra-pay' : 'rule',
    extraPay: rule.extraPay,
    category: rule.category,
    description: rule.description,
    quantity: isCounted ? figure : null,
    rate: isCounted ? value : null,
    amount: toAmount(isPay ? -amount : amount),
    basis,
    basisValue: value,
    basisFigure: figure,
    ruleId: rule.id,
    ruleKey: rule.key,
  }
}

/**
 * Whether a line of $0.00 is added because its figures are still missing. `left`: cents left of the rule's total.
 * - Loads without miles: approval must notice that the miles were entered later.
 * - A percentage of the settings, no revenue: recalculating must know that the settlement started from the settings.
 */
function isPlaceholder(rule: Rule, { revenue, miles, loads }: BasisFigures, left: Cents | null) {
  const isDefault = rule.key.startsWith(DEFAULT_KEY)
  const lacksMiles = rule.basis === 'per-mile' && loads > 0 && miles === 0n
  const lacksRevenue =
    rule.basis === 'percent' && revenue === 0n && !rule.value.startsWith('-') && !isZero(rule.value)
  return left !== 0n && (lacksMiles || (isDefault && lacksRevenue))
}

function buildDefaultRule(
  key: string,
  category: ExpenseCategory,
  description: string,
  { type, value }: { type: 'percentage' | 'fixed'; value: Amount },
): Rule {
  const basis = type === 'fixed' ? 'fixed' : 'percent'
  const unlimited = { firstDay: null, lastDay: null, total: null, truckId: null }
  const deduction = { kind: 'deduction', extraPay: null } as const
  return {
    key: DEFAULT_KEY + key,
    id: null,
    category,
    description,
    basis,
    value,
    ...unlimited,
    ...deduction,
  }
}
