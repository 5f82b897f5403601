import { expect, test } from 'vitest'
import { flagsOf, isUnusual, sumOfRows, type RunFacts } from './settlement-run.ts'

const clean: RunFacts = {
  revenue: '1000.00',
  net: '800.00',
  loadsRevenue: '1000.00',
  bolMissing: 0,
  hasOwner: true,
  drifts: 0,
  earlier: '0.00',
  earlierCount: 0,
}

test('C8 a clean row has no flag, any other says what to look at', () => {
  expect(flagsOf(clean)).toEqual([])
  const odd = { net: '-0.01', loadsRevenue: '900.00', bolMissing: 2, hasOwner: false, drifts: 1 }
  expect(flagsOf({ ...clean, ...odd, earlier: '6000.00', earlierCount: 3 })).toEqual([
    '2 BOLs missing',
    'No owner',
    'Net below zero',
    'Revenue far from the average, $2,000.00',
    'Loads add up to $900.00',
    '1 load changed after a statement',
  ])
})

test.each([
  ['1250.00', false],
  ['1250.01', true],
  ['750.00', false],
  ['749.99', true],
])('C8 %s against an average of 1000.00 is unusual: %s', (revenue, unusual) => {
  expect(isUnusual({ ...clean, revenue, earlier: '8000.00', earlierCount: 8 })).toBe(unusual)
})

test('C8 rows add up to the cent', () => {
  const row = { truckId: 1, truck: '1', settlementDate: '', billing: null, loads: 1, flags: [] }
  const rows = ['0.10', '0.20', '-0.05'].map((net) => ({
    ...row,
    net,
    revenue: net,
    deductions: net,
  }))
  expect(sumOfRows(rows, 'net')).toBe('0.25')
})
