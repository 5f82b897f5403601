import { expect, test } from 'vitest'
import {
  companyText,
  companyTextSchema,
  describeCompany,
  type CompanyText,
} from './company-text.ts'

const stored = {
  id: 1,
  userId: 'u',
  version: 3,
  createdAt: '',
  updatedAt: '',
  companyName: 'Blue Ridge',
  companyAddress: null,
  companyCity: 'Reno',
  companyState: 'NV',
  companyZip: '89501',
  companyPhone: '555',
  companyEmail: 'office@example.com',
  logoUrl: null,
  workWeekStartDay: 1 as const,
  brokerCheckDays: 90,
  fuelDeductionType: 'percentage' as const,
  fuelDeductionValue: '15.00',
  insuranceDeductionType: 'fixed' as const,
  insuranceDeductionValue: '350.00',
  customDeductions: [{ name: 'ELD', type: 'fixed' as const, value: '35.00' }],
  deductionsAnswered: true,
}

function buildTypedText(changes: Partial<CompanyText> = {}): CompanyText {
  return { ...companyText(stored), ...changes }
}

test('B36 Stored settings become text, with null as empty', () => {
  expect(companyText(stored)).toMatchObject({
    companyName: 'Blue Ridge',
    companyAddress: '',
    workWeekStartDay: '1',
    customDeductions: [{ name: 'ELD', type: 'fixed', value: '35.00' }],
  })
})

test('B14 B36 Money is read as typed, custom deductions included', () => {
  const text = buildTypedText({
    insuranceDeductionValue: '$1,350.5',
    customDeductions: [{ name: 'Fuel Card', type: 'percentage', value: '2' }],
  })
  expect(companyTextSchema.parse(text)).toMatchObject({
    companyAddress: null,
    workWeekStartDay: 1,
    insuranceDeductionValue: '1350.50',
    customDeductions: [{ name: 'Fuel Card', type: 'percentage', value: '2.00' }],
  })
})

test('B14 B36 An unreadable amount is reported at its field', () => {
  const result = companyTextSchema.safeParse(buildTypedText({ fuelDeductionValue: 'a lot' }))
  expect(result.error?.issues.map(({ path }) => path)).toEqual([['fuelDeductionValue']])
})

test('B22 B36 Two versions are compared as readable text', () => {
  const text = buildTypedText({
    customDeductions: [
      { name: 'ELD', type: 'fixed', value: '35' },
      { name: 'Dispatch', type: 'percentage', value: '10.00' },
      { name: 'Other', type: 'fixed', value: 'a lot' },
    ],
  })
  expect(describeCompany(text)).toMatchObject({
    workWeekStartDay: 'Monday',
    fuelDeductionType: '% of revenue',
    insuranceDeductionValue: '350.00',
    customDeductions: 'ELD $35.00, Dispatch 10%, Other a lot',
  })
})

test('B22 B36 The same amount typed in another way is not a change', () => {
  const unchanged = describeCompany(buildTypedText())
  expect(describeCompany(buildTypedText({ insuranceDeductionValue: '$350' }))).toEqual(unchanged)
  expect(describeCompany(buildTypedText({ companyName: ' Blue Ridge ' }))).toEqual(unchanged)
})
