/** Recurring deductions: the rules, and the line that each adds to a settlement (SPEC C2, 49 CFR 376.12(h)). */
import { z } from 'zod'
import type { Day } from '#core/calendar.ts'
import type { Company } from '#core/settings/company.ts'
import { changedRecordSchema, newRecordSchema, type RecordOf } from '#core/entities/entity.ts'
import { optionalChoice } from '#core/fields/choices.ts'
import { choice, optionalDay, reference } from '#core/fields/fields.ts'
import type { ValuesOf } from '#core/fields/field.ts'
import {
  optionalAmount,
  optionalCount,
  optionalFloor,
  percentOrNull,
  rate,
} from '#core/fields/amounts.ts'
import { withHelp } from '#core/fields/help.ts'
import { text } from '#core/fields/text.ts'
import type { Amount } from '#core/money.ts'
import { confirmed } from '#core/payments/confirmed.ts'
import type { ExpenseCategory } from './settlement.ts'
import { BASIS_OPTIONS, type Basis } from './bases.ts'
import { EXTRA_PAY_OPTIONS, type ExtraPayState } from './extra-pay.ts'
import type { Computation, Limit } from './formula.ts'
import type { FactoringTarget } from './deductions/factored-load.ts'
import { FREQUENCY_OPTIONS, type Frequency } from './deductions/frequency.ts'
import { CATEGORY_OPTIONS } from './lines.ts'
import { payeeKey } from './payee.ts'

const BALANCE_OPTIONS = [
  { value: 'none', label: 'None (ongoing)' },
  { value: 'advance', label: 'Advance (stops when repaid)' },
  { value: 'loan', label: 'Loan (stops when repaid)' },
  { value: 'escrow', label: 'Escrow (stops at target)' },
] as const

export type BalanceKind = (typeof BALANCE_OPTIONS)[number]['value']

const SHORTFALL_OPTIONS = [
  { value: 'later', label: 'Add it to the next settlement' },
  { value: 'never', label: "Don't take it" },
] as const

type Shortfall = (typeof SHORTFALL_OPTIONS)[number]['value']

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
  basis: withHelp(
    choice<Basis>('Calculated As', BASIS_OPTIONS, { formDefault: 'fixed' }),
    'Miles and loads are those of the settlement',
  ),
  value: rate('Amount or Rate'),
  frequency: choice<Frequency>('How Often', FREQUENCY_OPTIONS, {
    formDefault: 'settlement',
    defaultValue: 'settlement',
  }),
  everyWeeks: optionalCount('Number of Weeks', 2, 52),
  firstDay: optionalDay('Start Date'),
  lastDay: withHelp(optionalDay('End Date'), 'Ends it without changing saved settlements'),
  balance: withHelp(
    choice<BalanceKind>('Balance Type', BALANCE_OPTIONS, {
      formDefault: 'none',
      defaultValue: 'none',
    }),
    'Advance, loan: the payee owes you. Escrow: you hold it.',
  ),
  total: withHelp(optionalAmount('Total Amount', 'money'), 'The deduction stops at this total'),
  netPercent: withHelp(
    percentOrNull('Limit (% of Net)'),
    'Takes at most this percentage of the net, such as 50 for child support',
  ),
  floor: withHelp(optionalFloor('Minimum Net'), 'The payee keeps at least this net'),
  shortfall: choice<Shortfall>('Amount Not Deducted', SHORTFALL_OPTIONS, {
    formDefault: 'later',
    defaultValue: 'never',
  }),
  priority: withHelp(optionalCount('Order', 1, 99), 'Lower numbers are deducted first'),
  ownerId: reference('Owner', 'owners', "Truck's current owner"),
  driverId: reference('Driver', 'drivers', "Truck's current driver, if it has no owner"),
}

export const newRuleSchema = newRecordSchema(ruleFields)

/** `confirmed`: the fields of questions that the user has answered. */
export const savedRuleSchema = z.intersection(newRuleSchema, z.object({ confirmed }))
export const changedRuleSchema = z.intersection(
  changedRecordSchema(ruleFields),
  z.object({ confirmed }),
)

export type RuleValues = ValuesOf<typeof ruleFields>
export type StoredRule = RecordOf<typeof ruleFields>

/** A rule to apply, stored or from the company's settings. Its key is unique within an account. */
export type Rule = Omit<RuleValues, 'balance'> & {
  key: string
  id: number | null
  /** Set for an expanded rule of a factoring basis (SPEC C234). */
  factoring?: FactoringTarget
}

/** A line that a new settlement starts with. */
export type ProposedLine = {
  kind: 'rule' | 'extra-pay' | 'carry-in' | 'withholding' | 'card'
  /** The key of the rule. A carry-forward, backup withholding and a card purchase have none. */
  ruleKey?: string
  basis?: Basis | null
  basisValue?: Amount | null
  /** The total of a balance that the line changes. */
  reachedOf?: Amount | null
  category: ExpenseCategory
  description: string
  amount: Amount
  formula: string
}

/** The line that a rule adds to a settlement. */
export type RuleLine = Omit<ProposedLine, 'formula' | 'kind'> &
  Computation &
  Limit &
  Pick<ExtraPayState, 'extraPay'> & {
    kind: 'rule' | 'extra-pay'
    basis: Basis
    quantity: Amount | null
    rate: Amount | null
    ruleId: number | null
    ruleKey: string
    /** For a factoring fee: its load, and the invoice and schedule (SPEC C236). */
    loadId?: number | null
    reference?: string | null
  }

export function toRule(rule: StoredRule): Rule {
  return { ...rule, key: `rule:${rule.id}` }
}

/** The other fields of a rule that applies in full to each settlement of every truck. */
export const UNLIMITED = {
  kind: 'deduction',
  extraPay: null,
  truckId: null,
  frequency: 'settlement',
  everyWeeks: null,
  firstDay: null,
  lastDay: null,
  total: null,
  netPercent: null,
  floor: null,
  shortfall: 'never',
  priority: null,
  ownerId: null,
  driverId: null,
} as const

/** Start of the key of a rule that is in the settings. */
export const DEFAULT_KEY = 'default:'

/** The default deductions of saved settings, as rules (SPEC B30). Two deductions with the same name get different keys. */
export function defaultRules(company: Company): Rule[] {
  const { customDeductions: custom, deductionsAnswered } = company
  const fuel = { type: company.fuelDeductionType, value: company.fuelDeductionValue }
  const insurance = { type: company.insuranceDeductionType, value: company.insuranceDeductionValue }
  const proposed = [
    buildDefaultRule('fuel', 'fuel', 'Fuel', fuel),
    buildDefaultRule('insurance', 'insurance', 'Insurance', insurance),
  ]
  return [
    ...(deductionsAnswered ? proposed : []),
    ...custom.map((deduction, index) => {
      const { name } = deduction
      const sameNameBefore = custom.slice(0, index).filter((other) => other.name === name).length
      return buildDefaultRule(`custom:${sameNameBefore}:${name}`, 'other', name, deduction)
    }),
  ]
}

/** Whether a rule of all trucks is for one payee: it applies to all trucks of the payee, and has one balance. */
export function isOfOnePayee({ truckId, ownerId, driverId }: RulePayee): boolean {
  return truckId === null && (ownerId !== null || driverId !== null)
}

type RulePayee = Pick<RuleValues, 'truckId' | 'ownerId' | 'driverId'>

/**
 * Whether a rule applies to settlements that pay `payee` (a key). A balance of one truck belongs to one payee. A rule
 * of all trucks without a payee has a balance for each truck and payee (SPEC C10, C15).
 */
export function isPayeeOf(rule: RulePayee & Pick<RuleValues, 'total'>, payee: string): boolean {
  const { truckId, total } = rule
  if (truckId === null) return !isOfOnePayee(rule) || payeeKey({ ...rule, truckId: 0 }) === payee
  return total === null || payeeKey({ ...rule, truckId }) === payee
}

type NetLimits = Pick<Rule, 'basis' | 'floor' | 'netPercent'>

/** Whether a rule takes a percentage of the net, or is limited to one (SPEC C316). */
export function takesShareOfNet({ basis, netPercent }: Omit<NetLimits, 'floor'>): boolean {
  return basis === 'percent-of-net' || netPercent !== null
}

/** The net that a rule leaves to the payee; null: none. A share of the net never takes more than the net. */
export function netFloor(rule: NetLimits): Amount | null {
  return rule.floor ?? (takesShareOfNet(rule) ? '0.00' : null)
}

/** Whether a later settlement deducts what the net of an earlier settlement did not allow. */
export function collectsLater(rule: NetLimits & Pick<Rule, 'shortfall'>): boolean {
  return rule.shortfall === 'later' && netFloor(rule) !== null
}

/** True from the first to the last day, both included. */
export function isActive({ firstDay, lastDay }: Pick<Rule, 'firstDay' | 'lastDay'>, on: Day) {
  return (firstDay === null || firstDay <= on) && (lastDay === null || on <= lastDay)
}

function buildDefaultRule(
  key: string,
  category: ExpenseCategory,
  description: string,
  { type, value }: { type: 'percentage' | 'fixed'; value: Amount },
): Rule {
  const basis = type === 'fixed' ? 'fixed' : 'percent'
  return { ...UNLIMITED, key: DEFAULT_KEY + key, id: null, category, description, basis, value }
}
