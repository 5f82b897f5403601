/** The company's settings: one record per account (SPEC A3, B36). */
import { z } from 'zod'
import { WEEKDAYS, type Weekday } from '#core/calendar.ts'
import { newRecordSchema, changedRecordSchema, type RecordOf } from '#core/entities/entity.ts'
import { flag } from '#core/fields/choices.ts'
import { choice } from '#core/fields/fields.ts'
import type { Field, ValuesOf } from '#core/fields/field.ts'
import { nullableList, toSentenceCase } from '#core/fields/checks.ts'
import { optionalCount, optionalRate } from '#core/fields/amounts.ts'
import { seenBy } from '#core/fields/seen-by.ts'
import { optionalEmail, optionalPhone, optionalText, text } from '#core/fields/text.ts'
import { parseAmount, type Amount } from '#core/money.ts'
import { confirmed } from '#core/payments/confirmed.ts'
import { askPercent, type Question } from '#core/payments/questions.ts'

const DEDUCTION_TYPES = [
  { value: 'percentage', label: '% of revenue' },
  { value: 'fixed', label: 'Flat amount' },
] as const

type DeductionType = (typeof DEDUCTION_TYPES)[number]['value']

/** `value`: a percentage, such as "15.00", or dollars. */
export type CustomDeduction = { name: string; type: DeductionType; value: Amount }

const MAX_CUSTOM_DEDUCTIONS = 20

export const companyFields = {
  companyName: withDefault('Your Company Name', text('Company Name')),
  companyAddress: withDefault('123 Main Street', optionalText('Address')),
  companyCity: withDefault('Dallas', optionalText('City')),
  companyState: withDefault('TX', optionalText('State')),
  companyZip: withDefault('75201', optionalText('ZIP')),
  companyPhone: withDefault('(555) 123-4567', optionalPhone('Phone')),
  companyEmail: withDefault('office@example.com', optionalEmail('Email')),
  logoUrl: optionalText('Logo URL'),
  workWeekStartDay: workWeekStartDay(),
  brokerCheckDays: brokerCheckDays(),
  fuelDeductionType: seenBy('settlements', deductionType('Fuel Deduction', 'percentage')),
  fuelDeductionValue: seenBy('settlements', optionalRate('Fuel Deduction Value', '15.00')),
  insuranceDeductionType: seenBy('settlements', deductionType('Insurance Deduction', 'fixed')),
  insuranceDeductionValue: seenBy(
    'settlements',
    optionalRate('Insurance Deduction Value', '350.00'),
  ),
  customDeductions: seenBy('settlements', customDeductions()),
  deductionsAnswered: seenBy('settlements', deductionsAnswered()),
}

/** A request with one of these answers the proposal of fuel and insurance deductions (SPEC C340). */
const PROPOSED = [
  'fuelDeductionType',
  'fuelDeductionValue',
  'insuranceDeductionType',
  'insuranceDeductionValue',
] as const

export const newCompanySchema = newRecordSchema(companyFields)

/** `confirmed`: the fields of questions that the user has answered. The first save may omit fields, which get their defaults. */
export const changedCompanySchema = z.intersection(
  changedRecordSchema(companyFields),
  z.object({ confirmed }),
)

export type Company = RecordOf<typeof companyFields>

/** The defaults that `GET /api/settings` returns before settings are saved (SPEC B36). */
export type UnsavedCompany = Omit<Company, 'id'> & { id: null }

/** Whether a request with these fields decides if settlements start with fuel and insurance deductions (SPEC C340). */
export function answersDeductions(sent: Partial<ValuesOf<typeof companyFields>>): boolean {
  return PROPOSED.some((name) => sent[name] !== undefined)
}

/** The percentages above 100, which must be confirmed (SPEC C313). */
export function askCompany(company: Deductions & Pick<Company, 'customDeductions'>): Question[] {
  const named = listDeductions(company)
  const custom = company.customDeductions.map((one) => ({
    ...one,
    field: 'customDeductions' as const,
  }))
  return [...named, ...custom].flatMap(({ field, name, type, value }) =>
    type === 'percentage' ? (askPercent(field, name, value) ?? []) : [],
  )
}

type Deductions = Pick<
  Company,
  'fuelDeductionType' | 'fuelDeductionValue' | 'insuranceDeductionType' | 'insuranceDeductionValue'
>

/** The deductions that every account has. */
function listDeductions(company: Deductions) {
  const fuel = { type: company.fuelDeductionType, value: company.fuelDeductionValue }
  const insurance = { type: company.insuranceDeductionType, value: company.insuranceDeductionValue }
  return [
    { ...fuel, field: 'fuelDeductionValue', name: 'Fuel' },
    { ...insurance, field: 'insuranceDeductionValue', name: 'Insurance' },
  ] as const
}

/** The first deduction of a flat amount with more than two decimals, and why it is invalid (SPEC C14). */
export function findCompanyError(
  company: Deductions,
): [field: keyof typeof companyFields, message: string] | null {
  const wrong = listDeductions(company).find((deduction) => !isWholeCents(deduction))
  return wrong ? [wrong.field, dollarsMessage(companyFields[wrong.field].label)] : null
}

/** A percentage has up to four decimals, a flat amount two (SPEC C14). */
function isWholeCents({ type, value }: Pick<CustomDeduction, 'type' | 'value'>): boolean {
  return type === 'percentage' || parseAmount(value) !== null
}

function dollarsMessage(label: string): string {
  return `${toSentenceCase(label)} must be a dollar amount, e.g. 950.00`
}

function withDefault<Value extends string | null>(
  value: Value & string,
  field: Field<Value>,
): Field<Value> {
  return { ...field, defaultValue: value, formDefault: value }
}

function deductionType(label: string, formDefault: DeductionType) {
  return choice(label, DEDUCTION_TYPES, { formDefault, defaultValue: formDefault })
}

/** Until the answer, fuel and insurance are proposals that no settlement takes (SPEC C340). */
function deductionsAnswered(): Field<boolean> {
  const field = flag('Default Deductions Answered', { yes: 'Yes', no: 'No' })
  return { ...field, kept: true }
}

function workWeekStartDay(): Field<Weekday> {
  const options = WEEKDAYS.map((label, index) => ({ value: String(index), label }))
  const schema = z
    .union([z.number(), z.string()])
    .transform((sent) => (/^[0-6]$/.test(String(sent)) ? Number(sent) : Number.NaN))
    .refine((weekday) => !Number.isNaN(weekday), 'Work week start day must be from 0 (Sunday) to 6')
    .transform((weekday) => weekday as Weekday)
  return {
    label: 'Work Week Starts On',
    help: 'The first day of each settlement period',
    control: 'weekday',
    schema,
    defaultValue: 0,
    formDefault: '0',
    options,
  }
}

/** The days after which a broker check is due; null: never (SPEC C232). */
function brokerCheckDays(): Field<number | null> {
  return {
    ...optionalCount('Check Brokers Every (Days)', 1, 3650),
    help: 'Broker Checks lists brokers whose authority has not been checked for this many days. Blank: never',
    defaultValue: 90,
    formDefault: '90',
  }
}

function customDeductions(): Field<CustomDeduction[]> {
  const deduction = z
    .object({
      name: text('Name').schema,
      type: deductionType('Type', 'fixed').schema,
      value: optionalRate('Value').schema,
    })
    .refine(isWholeCents, { path: ['value'], error: dollarsMessage('Value') })
  const message = `No more than ${MAX_CUSTOM_DEDUCTIONS} custom deductions`
  const schema = nullableList(z.array(deduction).max(MAX_CUSTOM_DEDUCTIONS, message))
  return { label: 'Custom Deductions', control: 'none', schema, defaultValue: [], formDefault: '' }
}
