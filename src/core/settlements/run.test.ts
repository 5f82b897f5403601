import { expect, test } from 'vitest'
import { groupByTruck, findExceptions, isUnusual, sumColumn, type RunFacts } from './run.ts'

const clean: RunFacts = {
  revenue: '1000.00',
  net: '800.00',
  loadsRevenue: '1000.00',
  bolMissing: 0,
  hasOwner: true,
  drifts: 0,
  miscounted: false,
  former: null,
  otherOwner: null,
  waiting: { carries: [], balances: [] },
  earlier: '0.00',
  earlierCount: 0,
}

test('C8 a clean row has no flag, any other says what to look at', () => {
  expect(findExceptions(clean)).toEqual([])
  const odd = { net: '-0.01', loadsRevenue: '900.00', bolMissing: 2, hasOwner: false, drifts: 1 }
  expect(findExceptions({ ...clean, ...odd, earlier: '6000.00', earlierCount: 3 })).toEqual([
    '2 BOLs missing',
    'No owner',
    'Net below zero',
    'Revenue far from its average of $2,000.00',
    'Loads add up to $900.00',
    '1 load changed after a statement',
  ])
})

test('C8 C10 what passes from one owner to another, and what was counted by other miles, is told of', () => {
  const carry = {
    ...{ billingId: 1, number: 37, truckId: 7, settlementDate: '2026-11-13' },
    ...{ payee: 'Ann', otherPayee: 'Bob', amount: '250.55' },
  }
  const escrow = {
    ...{ ruleId: 1, truckId: 7, ownerId: 3, payee: 'Ann', description: 'Escrow' },
    ...{ basis: 'fixed' as const, value: '100.00', balance: 'escrow' as const, total: '1000.00' },
    ...{ opening: '600.00', change: '0.00', closing: '600.00' },
  }
  const loan = { ...escrow, balance: 'loan' as const, description: 'Trailer loan' }
  const waiting = { carries: [carry], balances: [escrow, loan] }
  const otherOwner = { payee: 'Carl', owner: 'Bob' }
  const former = { number: 37, payee: 'Ann' }
  expect(findExceptions({ ...clean, otherOwner, former, waiting, miscounted: true })).toEqual([
    "Pays Carl, the truck is Bob's now",
    'Owner changed since statement 37 (Ann)',
    '$250.55 of statement 37 waits with Ann',
    'Escrow: $600.00 held for Ann',
    'Trailer loan: $600.00 owed by Ann',
    'Miles or loads changed since they were deducted for',
  ])
})

test('C8 a truck’s dates come one after the other, whatever order they were listed in', () => {
  const at = (truckId: number, settlementDate: string) => ({ truckId, settlementDate })
  expect(
    groupByTruck([
      at(1, '2026-11-20'),
      at(2, '2026-11-18'),
      at(1, '2026-11-18'),
      at(1, '2026-11-19'),
    ]),
  ).toEqual([
    [at(1, '2026-11-18'), at(1, '2026-11-19'), at(1, '2026-11-20')],
    [at(2, '2026-11-18')],
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
  const row = {
    truckId: 1,
    truck: '1',
    settlementDate: '',
    billing: null,
    stale: false,
    loads: 1,
    flags: [],
  }
  const rows = ['0.10', '0.20', '-0.05'].map((net) => ({
    ...row,
    net,
    revenue: net,
    deductions: net,
  }))
  expect(sumColumn(rows, 'net')).toBe('0.25')
})
