import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toAmount } from '#core/money.ts'
import {
  changedSettlementSchema,
  EXPENSE_CATEGORIES,
  netPayment,
  newSettlementSchema,
  noExpenses,
  settlementFields,
  statementPath,
  totalExpenses,
  type Expenses,
} from './settlement.ts'

const cents = fc.bigInt({ min: -99_999_999_99n, max: 99_999_999_99n })
const revenues = fc.bigInt({ min: 0n, max: 999_999_999_999_99n })
const oneEach = { minLength: EXPENSE_CATEGORIES.length, maxLength: EXPENSE_CATEGORIES.length }
const required = { truckId: 7, settlementDate: '2026-11-20' }

test('A9.limits.6 There are eleven categories, in the order of the form', () => {
  expect(EXPENSE_CATEGORIES.map((category) => settlementFields[category].label)).toEqual([
    'Fuel',
    'Truck Payment',
    'Trailer Rental',
    'Insurance',
    'Maintenance',
    'Tires',
    'Permits',
    'Tolls',
    'Parking',
    'Factoring',
    'Other',
  ])
})

test('A5.settlement.2 The net is the revenue less the sum of the categories', () => {
  fc.assert(
    fc.property(fc.array(cents, oneEach), revenues, (amounts, revenue) => {
      const sum = amounts.reduce((before, amount) => before + amount, 0n)
      const expenses = toExpenses(amounts)
      expect(totalExpenses(expenses)).toBe(sum)
      expect(netPayment(toAmount(revenue), expenses)).toBe(revenue - sum)
    }),
  )
})

test('A5.settlement.2 Each category counts exactly once', () => {
  for (const category of EXPENSE_CATEGORIES) {
    expect(totalExpenses({ ...noExpenses(), [category]: '12.34' })).toBe(1234n)
  }
})

test('B13 A credit is a negative expense and raises the net', () => {
  expect(netPayment('100.00', { ...noExpenses(), other: '-25.05' })).toBe(12505n)
})

test('A3.billing.1 C1 A new settlement’s blank amount is 0, and an omitted amount stays unset', () => {
  const read = newSettlementSchema.parse({ ...required, fuel: '', tolls: '7.5' })
  expect(read).toEqual({
    ...required,
    fuel: '0.00',
    tolls: '7.50',
    notes: null,
    startFromDefaults: false,
  })
})

test('B18 Fields that only the server may set are dropped', () => {
  const read = newSettlementSchema.parse({
    ...required,
    id: 1,
    userId: 'x',
    totalRevenue: '1000000.00',
    totalExpenses: '0.00',
    netPayment: '1000000.00',
    weekNumber: 9,
    statementUrl: '/elsewhere',
  })
  expect(Object.keys(read).toSorted()).toEqual(
    ['notes', 'startFromDefaults', ...Object.keys(required)].toSorted(),
  )
})

test.each([
  [{ truckId: null }, 'truckId', 'Truck is required'],
  [{ settlementDate: '' }, 'settlementDate', 'Settlement date is required'],
  [{ settlementDate: 'now' }, 'settlementDate', expect.stringContaining('must be a valid date')],
  [{ fuel: 'abc' }, 'fuel', 'Fuel must be a dollar amount, e.g. 950.00'],
  [
    { other: '100000000.00' },
    'other',
    expect.stringContaining('Other must be from -99,999,999.99'),
  ],
])('B13 B27 %j is rejected at its field', (sent, field, message) => {
  const { error } = newSettlementSchema.safeParse({ ...required, ...sent })
  const issues = error?.issues.map((issue) => [issue.path[0], issue.message])
  expect(issues).toEqual([[field, message]])
})

test('B28 A change keeps fields that are left out, and recalculates only on request', () => {
  expect(changedSettlementSchema.parse({ tires: 5 })).toEqual({ tires: '5.00', recalculate: false })
  expect(changedSettlementSchema.parse({ recalculate: true })).toEqual({ recalculate: true })
  expect(changedSettlementSchema.safeParse({ recalculate: 'yes' }).success).toBe(false)
})

test('B31 Each settlement’s statement has its own path', () => {
  expect(statementPath(42)).toBe('/api/billing/42/statement.pdf')
  expect(statementPath(42, 'es')).toBe('/api/billing/42/statement.pdf?language=es')
})

function toExpenses(amounts: bigint[]): Expenses {
  const entries = EXPENSE_CATEGORIES.map((name, index) => [name, toAmount(amounts[index] ?? 0n)])
  return Object.fromEntries(entries) as Expenses
}
