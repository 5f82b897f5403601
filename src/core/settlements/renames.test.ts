import { expect, test } from 'vitest'
import { newCompanySchema, type Company } from '#core/settings/company.ts'
import { findRenamedDefaults } from './renames.ts'

type Deduction = [name: string, value: string]

/** "From → to" of each rename. */
function renames(before: Deduction[], after: Deduction[]): string[] {
  const [oldCompany, newCompany] = [before, after].map((list) => {
    const customDeductions = list.map(([name, value]) => ({ name, type: 'fixed' as const, value }))
    return newCompanySchema.parse({ customDeductions }) as Company
  }) as [Company, Company]
  return findRenamedDefaults(oldCompany, newCompany).map(
    ({ name, renamed }) => `${name} → ${renamed}`,
  )
}

const ELD: Deduction = ['ELD', '38.50']
const WASH: Deduction = ['Wash', '20.00']
const TOLLS: Deduction = ['Tolls', '12.00']

test.each<[change: string, after: Deduction[], renamed: string[]]>([
  ['one renamed', [['Camera', '38.50'], WASH, TOLLS], ['ELD → Camera']],
  ['one renamed, at another price', [['Camera', '40.00'], WASH, TOLLS], ['ELD → Camera']],
  ['the first removed, the next renamed', [['Truck wash', '20.00'], TOLLS], ['Wash → Truck wash']],
  ['the last renamed, the first removed', [WASH, ['Toll tags', '12.00']], ['Tolls → Toll tags']],
  ['one removed, another added', [WASH, TOLLS, ['Parking', '5.00']], []],
  ['one removed, the next with another name and price', [['Parking', '5.00'], TOLLS], []],
  ['another order', [TOLLS, ELD, WASH], []],
  ['two renamed', [['A', '38.50'], ['B', '20.00'], TOLLS], ['ELD → A', 'Wash → B']],
])('C2 Renamed default deductions are found: %s', (_, after, renamed) => {
  expect(renames([ELD, WASH, TOLLS], after)).toEqual(renamed)
})
