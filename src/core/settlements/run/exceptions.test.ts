import { expect, test } from 'vitest'
import { findExceptions, holdsBack, isUnusual, type RunFacts } from './exceptions.ts'

const noExceptions: RunFacts = {
  status: null,
  loads: 1,
  revenue: '1000.00',
  net: '800.00',
  loadsRevenue: '1000.00',
  bolMissing: 0,
  missingPapers: '',
  latePapers: [],
  confirmations: { differs: 0, unread: [], scan: [], unclear: [] },
  paidTwice: [],
  refusedCharges: [],
  askedCharges: [],
  hasPayee: true,
  drifts: 0,
  driftNet: '0.00',
  miscounted: false,
  withholdingStale: false,
  feesStale: false,
  cardsDue: 0,
  chargedTwice: [],
  cardConflicts: 0,
  isReasonMissing: false,
  repeated: [],
  previousPayee: null,
  changedPayee: null,
  previousPayeeItems: { carries: [], balances: [] },
  pastRevenue: '0.00',
  pastDateCount: 0,
  pastWeekCount: 0,
}

test('C105 C151 Loads are named until the approval: paid twice, or a charge without approval', () => {
  const facts = { ...noExceptions, paidTwice: ['L-1'], refusedCharges: ['L-2', 'L-3'] }
  const asked = ['1', '2', '3', '4', '5', '6', '7']
  expect(texts({ ...facts, askedCharges: asked })).toEqual([
    '2 loads pay the owner a refused charge: L-2, L-3',
    '7 loads pay the owner a charge that is not approved yet: 1, 2, 3, 4, 5 and 2 more',
    'Load L-1 is paid by charges and by extra pay',
  ])
  expect(texts({ ...facts, askedCharges: asked, status: 'approved' })).toEqual([])
})

test('C126 Loads that differ from their rate confirmation are an exception until the approval', () => {
  const { confirmations } = noExceptions
  const facts = { ...noExceptions, confirmations: { ...confirmations, differs: 1 } }
  expect(texts(facts)).toEqual(['1 load differs from the rate confirmation'])
  expect(texts({ ...facts, confirmations: { ...confirmations, differs: 2 } })).toEqual([
    '2 loads differ from the rate confirmation',
  ])
  expect(texts({ ...facts, status: 'approved' })).toEqual([])
})

test('C155 Loads whose confirmation is not read are named by the reason until the approval', () => {
  const confirmations = { differs: 0, unread: ['L-1', 'L-2'], scan: ['L-3'], unclear: ['L-4'] }
  const facts = { ...noExceptions, confirmations }
  expect(texts(facts)).toEqual([
    '2 loads have a rate confirmation that is not read: L-1, L-2',
    'Load L-3 has a scanned rate confirmation whose total is not read',
    'Load L-4 has a rate confirmation whose total is not clear',
  ])
  const causes = findExceptions(facts).map(({ cause }) => cause)
  expect(new Set(causes)).toEqual(new Set(['confirmation-unread']))
  for (const status of ['approved', 'paid'] as const)
    expect(texts({ ...facts, status })).toEqual([])
})

test('C256 Papers received long ago are an exception until approval, and block nothing', () => {
  const facts = { ...noExceptions, latePapers: [{ number: '1042', days: 18 }] }
  expect(texts(facts)).toEqual(['Load 1042: documents in for 18 days, not settled'])
  expect(findExceptions(facts).some(holdsBack)).toBe(false)
  expect(findExceptions({ ...facts, bolMissing: 1 }).some(holdsBack)).toBe(true)
  expect(texts({ ...facts, status: 'pending' })).toHaveLength(1)
  for (const status of ['approved', 'paid'] as const)
    expect(texts({ ...facts, status })).toEqual([])
})

const texts = (facts: RunFacts) => findExceptions(facts).map(({ text }) => text)

test('C8 Each exception of a row is listed', () => {
  expect(texts(noExceptions)).toEqual([])
  const odd = {
    net: '-0.01',
    loadsRevenue: '900.00',
    bolMissing: 2,
    hasPayee: false,
    drifts: 1,
    driftNet: '-220.00',
  }
  const before = { pastRevenue: '18000.00', pastDateCount: 6, pastWeekCount: 6 }
  expect(texts({ ...noExceptions, ...odd, ...before })).toEqual([
    'Missing 2 BOLs',
    'No owner assigned',
    'Negative net',
    'Gross 67% below 8-week average ($3,000.00)',
    'Load total changed to $900.00',
    '1 load changed after approval (-$220.00 to adjust)',
  ])
})

test('C8 C10 A change of owner, open items of previous owners and stale miles are exceptions', () => {
  const carry = {
    billingId: 1,
    number: 37,
    truckId: 7,
    settlementDate: '2026-11-13',
    payee: 'Ann',
    otherPayee: 'Bob',
    amount: '250.55',
  }
  const escrow = {
    ruleId: 1,
    truckId: 7,
    ownerId: 3,
    payee: 'Ann',
    payeeKey: 'owner:3',
    description: 'Escrow',
    basis: 'fixed' as const,
    value: '100.00',
    balance: 'escrow' as const,
    total: '1000.00',
    opening: '600.00',
    change: '0.00',
    closing: '600.00',
  }
  const loan = { ...escrow, balance: 'loan' as const, description: 'Trailer loan' }
  const previousPayeeItems = { carries: [carry], balances: [escrow, loan] }
  const changedPayee = { payee: 'Carl', owner: 'Bob', driver: null }
  const previousPayee = { number: 37, payee: 'Ann', now: 'owner' as const }
  expect(
    texts({ ...noExceptions, changedPayee, previousPayee, previousPayeeItems, miscounted: true }),
  ).toEqual([
    'Pays Carl, but the truck now belongs to Bob',
    'New owner since statement 37 (was Ann)',
    '$250.55 carried forward from statement 37 is still owed by Ann',
    'Escrow: $600.00 held for Ann',
    'Trailer loan: $600.00 owed by Ann',
    'Deductions are out of date',
  ])
})

test.each([
  ['1500.00', 6, false],
  ['1500.01', 6, true],
  ['500.00', 6, false],
  ['499.99', 6, true],
  ['5000.00', 5, false],
])('C49 A gross of %s after %s weeks of 1000.00 is unusual: %s', (revenue, weeks, unusual) => {
  const past = { pastRevenue: `${weeks}000.00`, pastDateCount: weeks, pastWeekCount: weeks }
  expect(isUnusual({ ...noExceptions, revenue, ...past })).toBe(unusual)
})

test.each([
  ['1567.50', '6000.00', 'Gross 57% above 8-week average ($1,000.00)'],
  ['0.00', '6000.00', 'Gross 100% below 8-week average ($1,000.00)'],
  ['5.00', '0.00', 'Gross above 8-week average ($0.00)'],
])('C49 A gross of %s after a total of %s in six weeks: %j', (revenue, pastRevenue, exception) => {
  const facts = { ...noExceptions, revenue, loadsRevenue: revenue, pastRevenue }
  expect(texts({ ...facts, pastDateCount: 6, pastWeekCount: 6 })).toEqual([exception])
})

test('C130 Each missing paper is its own cause, and papers of one kind are counted', () => {
  const facts = { ...noExceptions, missingPapers: 'bol,lumper-receipt,pod,pod', bolMissing: 1 }
  expect(findExceptions({ ...facts, status: 'approved' })).toEqual([
    { cause: 'bol', text: 'Missing 1 BOL' },
    { cause: 'pod', text: 'Missing 2 PODs' },
    { cause: 'lumper-receipt', text: 'Missing 1 lumper receipt' },
  ])
})

const odd = {
  ...noExceptions,
  bolMissing: 1,
  hasPayee: false,
  net: '-5.00',
  drifts: 1,
  revenue: '1.00',
  pastRevenue: '8000.00',
  pastDateCount: 8,
  pastWeekCount: 8,
  miscounted: true,
}

test('C49 The exceptions of paid statements are changed loads; approved ones add missing BOLs', () => {
  expect(texts({ ...odd, status: 'paid' })).toEqual(['1 load changed after approval'])
  expect(texts({ ...odd, status: 'approved' })).toEqual([
    'Missing 1 BOL',
    '1 load changed after approval',
  ])
})

test('C49 C23 A truck without loads has no exception for its negative net until it is saved', () => {
  const idle = { ...noExceptions, loads: 0, net: '-350.00' }
  expect(texts(idle)).toEqual([])
  expect(texts({ ...idle, status: 'pending' })).toEqual(['Negative net'])
})
