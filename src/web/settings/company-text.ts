/** The settings' form holds the company's fields as text, and the custom deductions as a list of texts. */
import { z } from 'zod'
import { formValues } from '#core/entities/entity.ts'
import type { Field, Fields, ValuesOf } from '#core/fields/field.ts'
import { formatRate, RATE_PLACES } from '#core/decimals.ts'
import { formatQuantity, readTypedAmount } from '#core/money.ts'
import {
  companyFields,
  newCompanySchema,
  type Company,
  type CustomDeduction,
  type UnsavedCompany,
} from '#core/settings/company.ts'

type PlainName = Exclude<keyof typeof companyFields, 'customDeductions' | 'deductionsAnswered'>

export type CompanyText = Record<PlainName, string> & { customDeductions: CustomDeduction[] }

export type CompanyValues = ValuesOf<typeof companyFields>

/** The fields of the card of default deductions. A save that sends one answers the proposal (SPEC C340). */
export const DEDUCTION_NAMES = [
  'fuelDeductionType',
  'fuelDeductionValue',
  'insuranceDeductionType',
  'insuranceDeductionValue',
  'customDeductions',
] as const satisfies (keyof CompanyText)[]

const { customDeductions: _list, deductionsAnswered: _answer, ...plainFields } = companyFields

/** Every field with one input. */
export const PLAIN_FIELDS: Record<PlainName, Field> = plainFields

export function companyText(company: Company | UnsavedCompany): CompanyText {
  const plain = formValues(PLAIN_FIELDS, company) as Record<PlainName, string>
  return { ...plain, customDeductions: company.customDeductions }
}

/** Reads money as people type it, then checks it with the request's schema (SPEC B14). */
export const companyTextSchema = z.custom<CompanyText>().transform(readMoney).pipe(newCompanySchema)

function readMoney(text: CompanyText): unknown {
  return {
    ...text,
    fuelDeductionValue: readOrKeep(text.fuelDeductionValue),
    insuranceDeductionValue: readOrKeep(text.insuranceDeductionValue),
    customDeductions: text.customDeductions.map((deduction) => ({
      ...deduction,
      value: readOrKeep(deduction.value),
    })),
  }
}

function readOrKeep(typed: string): string {
  return readTypedAmount(typed, RATE_PLACES) ?? typed
}

/** These fields of `describeCompany`, all as plain text. */
export function listCompared(names: readonly (keyof CompanyText)[]): Fields {
  return Object.fromEntries(
    names.map((name) => [name, { ...companyFields[name], control: 'text' } satisfies Field]),
  )
}

/** The fields as readable text, to compare two versions: "Fuel Card 2%, ELD $35.00". */
export function describeCompany(text: CompanyText): Record<string, string> {
  const plain = Object.entries(PLAIN_FIELDS).map(([name, field]) => [
    name,
    describeValue(field, text[name as PlainName]),
  ])
  const customDeductions = text.customDeductions.map(describeDeduction).join(', ')
  return { ...Object.fromEntries(plain), customDeductions }
}

function describeValue(field: Field, text: string): string {
  if (field.control === 'money') return readOrKeep(text)
  return field.options?.find(({ value }) => value === text)?.label ?? text.trim()
}

function describeDeduction({ name, type, value }: CustomDeduction): string {
  const amount = readTypedAmount(value, RATE_PLACES)
  if (amount === null) return `${name} ${value}`
  return `${name} ${type === 'fixed' ? formatRate(amount) : `${formatQuantity(amount)}%`}`
}
