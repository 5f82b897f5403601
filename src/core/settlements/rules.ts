/** Recurring deductions: what each takes of a settlement, and how that is said (SPEC C2, 49 CFR 376.12(h)). */
import type { Day } from '#core/calendar.ts'
import type { Company } from '#core/settings/company.ts'
import { changedRecordSchema, newRecordSchema, type RecordOf } from '#core/entities/entity.ts'
import { choice, optionalDay, reference } from '#core/fields/fields.ts'
import type { ValuesOf } from '#core/fields/field.ts'
import { money, optionalAmount } from '#core/fields/amounts.ts'
import { text } from '#core/fields/text.ts'
import { formatMoney, toAmount, toCents, type Amount, type Cents } from '#core/money.ts'
import type { ExpenseCategory } from './settlement.ts'
import { BASES, BASIS_OPTIONS, flatFormula, type Basis, type BasisFigures } from './bases.ts'
import { CATEGORY_OPTIONS } from './lines.ts'

const BALANCES = [
  { value: 'none', label: 'None: it goes on' },
  { value: 'advance', label: 'Advance, until repaid' },
  { value: 'loan', label: 'Loan, until repaid' },
  { value: 'escrow', label: 'Escrow, until reached' },
] as const

export type BalanceKind = (typeof BALANCES)[number]['value']

export const ruleFields = {
  truckId: reference('Truck', 'trucks', 'Every truck'),
  category: choice<ExpenseCategory>('Category', CATEGORY_OPTIONS, { formDefault: 'other' }),
  description: text('Description'),
  basis: choice<Basis>('Basis', BASIS_OPTIONS, { formDefault: 'fixed' }),
  value: money('Value'),
  firstDay: optionalDay('First Day'),
  lastDay: optionalDay('Last Day'),
  balance: choice<BalanceKind>('Balance', BALANCES, { formDefault: 'none', defaultValue: 'none' }),
  total: optionalAmount('Total to Reach', 'money'),
  ownerId: reference('Owner', 'owners', 'Whoever owns the truck'),
}

export const newRuleSchema = newRecordSchema(ruleFields)
export const changedRuleSchema = changedRecordSchema(ruleFields)

export type RuleValues = ValuesOf<typeof ruleFields>
export type StoredRule = RecordOf<typeof ruleFields>

/** A rule as it is run, stored or from the company's settings. Its key tells it from all others. */
export type Rule = Pick<
  RuleValues,
  'category' | 'description' | 'basis' | 'value' | 'firstDay' | 'lastDay' | 'total' | 'truckId'
> & { key: string; id: number | null }

/** A line that a new settlement starts with. */
export type ProposedLine = {
  category: ExpenseCategory
  description: string
  amount: Amount
  formula: string
}

/** What a rule puts on a settlement. */
export type RuleLine = ProposedLine & {
  quantity: Amount | null
  rate: Amount | null
  ruleId: number | null
  ruleKey: string
}

/** What does not fit in a whole rule, at which field; null where nothing. */
export function findRuleError(rule: RuleValues): [field: keyof RuleValues, message: string] | null {
  const { value, balance, total, firstDay, lastDay, truckId, ownerId } = rule
  if (toCents(value) === 0n) return ['value', 'Value must be more than 0']
  if (firstDay && lastDay && lastDay < firstDay) return ['lastDay', 'It ends before it begins']
  if (balance === 'none' && total !== null)
    return ['balance', 'Say what the total is of: an advance, a loan or escrow']
  if (balance !== 'none' && (total === null || toCents(total) <= 0n))
    return ['total', 'Total to reach must be more than 0']
  if (ownerId !== null && (truckId === null || balance === 'none'))
    return ['ownerId', 'Only the advance, loan or escrow of one truck is one owner’s']
  return null
}

/** As it is run: a stored rule’s key is its id. */
export function toRule(rule: StoredRule): Rule {
  return { ...rule, key: `rule:${rule.id}` }
}

/** What begins the key of a rule that the settings hold. */
export const DEFAULT_KEY = 'default:'

/** The default deductions of saved settings, as rules (SPEC B30). Two of one name stay two. */
export function defaultRules(company: Company): Rule[] {
  const { customDeductions: custom } = company
  const fuel = { type: company.fuelDeductionType, value: company.fuelDeductionValue }
  const insurance = { type: company.insuranceDeductionType, value: company.insuranceDeductionValue }
  return [
    buildDefaultRule('fuel', 'fuel', 'Fuel', fuel),
    buildDefaultRule('insurance', 'insurance', 'Insurance', insurance),
    ...custom.map((one, index) => {
      const before = custom.slice(0, index).filter(({ name }) => name === one.name).length
      return buildDefaultRule(`custom:${before}:${one.name}`, 'other', one.name, one)
    }),
  ]
}

/** What one owner owes, or has put by, is no other's (SPEC C10). */
export function isPayeeOf({ ownerId }: Pick<RuleValues, 'ownerId'>, payee: number | null): boolean {
  return ownerId === null || ownerId === payee
}

/** Its first and its last day are both counted in. */
export function isActive({ firstDay, lastDay }: Pick<Rule, 'firstDay' | 'lastDay'>, on: Day) {
  return (firstDay === null || firstDay <= on) && (lastDay === null || on <= lastDay)
}

/**
 * The line that a rule yields; null for a line of nothing. `taken`: what it took of this truck before.
 * What waits for its figures stands at 0.00.
 */
export function applyRule(rule: Rule, figures: BasisFigures, taken: Cents): RuleLine | null {
  const whole = BASES[rule.basis].amount(figures, toCents(rule.value))
  const left = rule.total === null ? whole : toCents(rule.total) - taken
  const amount = whole > left ? left : whole
  if (
    (amount === 0n && !isPlaceholder(rule, figures, left)) ||
    (rule.total !== null && amount < 0n)
  )
    return null
  const quantity = amount === whole ? BASES[rule.basis].quantity(figures) : null
  return {
    category: rule.category,
    description: rule.description,
    quantity: quantity === null ? null : toAmount(quantity),
    rate: quantity === null ? null : rule.value,
    amount: toAmount(amount),
    formula: BASES[rule.basis].formula(figures, rule.value),
    ruleId: rule.id,
    ruleKey: rule.key,
  }
}

/**
 * A percentage from the settings where there is no revenue yet: only so recalculating knows that the settlement
 * started from the settings. Loads without miles: only so approving knows that miles came to be counted later.
 */
function isPlaceholder(
  { key, basis, value, total }: Rule,
  figures: BasisFigures,
  left: Cents,
): boolean {
  const { revenue, miles, loads } = figures
  if (basis === 'per-mile') return miles === 0n && loads > 0 && (total === null || left > 0n)
  return key.startsWith(DEFAULT_KEY) && revenue === 0n && toCents(value) > 0n
}

/**
 * How a line of a rule with a total is said: "instalment 3 of 10, $600.00 of $2,000.00", or "12% × $500.00, $60.00
 * of $2,000.00". `reached`: what the rule has taken with this line. Stored is the formula alone: what comes before
 * a pending line may still change.
 */
export function formatProgress(
  formula: string,
  { basis, value, total }: Pick<RuleValues, 'basis' | 'value'> & { total: Amount },
  reached: Cents,
): string {
  const [step, goal] = [toCents(value), toCents(total)]
  const steps = (cents: Cents) => (cents + step - 1n) / step
  const isInstalment = basis === 'fixed' && formula === flatFormula(value)
  const way = isInstalment ? `instalment ${steps(reached)} of ${steps(goal)}` : formula
  return `${way}, ${formatMoney(reached)} of ${formatMoney(goal)}`
}

function buildDefaultRule(
  key: string,
  category: ExpenseCategory,
  description: string,
  { type, value }: { type: 'percentage' | 'fixed'; value: Amount },
): Rule {
  const basis = type === 'fixed' ? 'fixed' : 'percent'
  const always = { firstDay: null, lastDay: null, total: null, truckId: null }
  return { key: DEFAULT_KEY + key, id: null, category, description, basis, value, ...always }
}
