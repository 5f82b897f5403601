import { expect, test } from 'vitest'
import { groupByTruck, findExceptions, isUnusual, sumColumn, type RunFacts } from './run.ts'

const noExceptions: RunFacts = {
  revenue: '1000.00',
  net: '800.00',
  loadsRevenue: '1000.00',
  bolMissing: 0,
  hasOwner: true,
  drifts: 0,
  driftNet: '0.00',
  miscounted: false,
  withholdingStale: false,
  unexplained: false,
  repeated: [],
  former: null,
  changedPayee: null,
  waiting: { carries: [], balances: [] },
  earlier: '0.00',
  earlierCount: 0,
}

test('C8 Each exception of a row is listed', () => {
  expect(findExceptions(noExceptions)).toEqual([])
  const odd = {
    net: '-0.01',
    loadsRevenue: '900.00',
    bolMissing: 2,
    hasOwner: false,
    drifts: 1,
    driftNet: '-220.00',
  }
  expect(findExceptions({ ...noExceptions, ...odd, earlier: '6000.00', earlierCount: 3 })).toEqual([
    'Missing 2 BOLs',
    'No owner assigned',
    'Negative net',
    'Gross 50% below 8-week average ($2,000.00)',
    'Load total changed to $900.00',
    '1 load changed after approval (-$220.00 to adjust)',
  ])
})

test('C8 C10 A change of owner, open items of previous owners and stale miles are exceptions', () => {
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
  const changedPayee = { payee: 'Carl', owner: 'Bob', driver: null }
  const former = { number: 37, payee: 'Ann', now: 'owner' as const }
  expect(
    findExceptions({ ...noExceptions, changedPayee, former, waiting, miscounted: true }),
  ).toEqual([
    'Pays Carl, but the truck now belongs to Bob',
    'New owner since statement 37 (was Ann)',
    '$250.55 carried forward from statement 37 is still owed by Ann',
    'Escrow: $600.00 held for Ann',
    'Trailer loan: $600.00 owed by Ann',
    'Deductions are out of date',
  ])
})

test('C8 The rows of each truck are sorted by settlement date', () => {
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
])('C8 A revenue of %s is unusual for an average of 1000.00: %s', (revenue, unusual) => {
  expect(isUnusual({ ...noExceptions, revenue, earlier: '8000.00', earlierCount: 8 })).toBe(unusual)
})

test.each([
  ['1257.50', '1000.00', 'Gross 26% above 8-week average ($1,000.00)'],
  ['0.00', '1000.00', 'Gross 100% below 8-week average ($1,000.00)'],
  ['5.00', '0.00', 'Gross above 8-week average ($0.00)'],
])('C8 A revenue of %s with an average of %s: %j', (revenue, earlier, exception) => {
  const facts = { ...noExceptions, revenue, loadsRevenue: revenue, earlier, earlierCount: 1 }
  expect(findExceptions(facts)).toEqual([exception])
})

test('C8 Columns add up to the cent', () => {
  const row = {
    truckId: 1,
    truck: '1',
    settlementDate: '',
    billing: null,
    stale: false,
    extraPay: '0.00',
    changedPayee: null,
    loads: 1,
    exceptions: [],
    offsets: null,
  }
  const rows = ['0.10', '0.20', '-0.05'].map((net) => ({
    ...row,
    net,
    revenue: net,
    deductions: net,
  }))
  expect(sumColumn(rows, 'net')).toBe('0.25')
})
