/** What the settings' form holds: the company's fields as text, its custom deductions as a list of texts. */
import { z } from 'zod'
import {
  companyFields,
  newCompanySchema,
  type Company,
  type CustomDeduction,
  type UnsavedCompany,
} from '#core/settings/company.ts'
import { formValues } from '#core/entities/entity.ts'
import type { Field, Fields, ValuesOf } from '#core/fields/field.ts'
import { formatMoney, formatQuantity, readTypedAmount, toCents } from '#core/money.ts'

type PlainName = Exclude<keyof typeof companyFields, 'customDeductions'>

export type CompanyText = Record<PlainName, string> & { customDeductions: CustomDeduction[] }

export type CompanyValues = ValuesOf<typeof companyFields>

const { customDeductions: _list, ...plainFields } = companyFields

/** All but the custom deductions, as what the generic controls work on. */
export const PLAIN_FIELDS = plainFields as unknown as Fields

export function companyText(company: Company | UnsavedCompany): CompanyText {
  const plain = formValues(PLAIN_FIELDS, company) as Record<PlainName, string>
  return { ...plain, customDeductions: company.customDeductions }
}

/** Reads money as people type it, then holds it to the request's own rules (SPEC B14). */
export const companyTextSchema = z.preprocess(readMoney, newCompanySchema) as unknown as z.ZodType<
  CompanyValues,
  CompanyText
>

function readMoney(typed: unknown) {
  const text = typed as CompanyText
  return {
    ...text,
    fuelDeductionValue: readOrKeep(text.fuelDeductionValue),
    insuranceDeductionValue: readOrKeep(text.insuranceDeductionValue),
    customDeductions: text.customDeductions.map((one) => ({
      ...one,
      value: readOrKeep(one.value),
    })),
  }
}

function readOrKeep(typed: string): string {
  return readTypedAmount(typed) ?? typed
}

/** Everything in words, to set two versions beside each other. */
export function describeCompanyField(text: CompanyText): Record<string, string> {
  const plain = Object.entries(PLAIN_FIELDS).map(([name, field]) => [
    name,
    wordOf(field, text[name as PlainName]),
  ])
  const customDeductions = text.customDeductions.map(deductionWords).join(', ')
  return { ...Object.fromEntries(plain), customDeductions }
}

function wordOf(field: Field, text: string): string {
  if (field.control === 'money') return readOrKeep(text)
  return field.options?.find(({ value }) => value === text)?.label ?? text.trim()
}

function deductionWords({ name, type, value }: CustomDeduction): string {
  const amount = readTypedAmount(value)
  if (amount === null) return `${name} ${value}`
  return `${name} ${type === 'fixed' ? formatMoney(toCents(amount)) : `${formatQuantity(amount)}%`}`
}
