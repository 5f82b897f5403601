import { expect, test } from 'vitest'
import { findRate, type FrozenLine } from './frozen-rates.ts'
import { listUnrated, NO_SHIFT, restate } from './restate.ts'
import type { LoadDrift } from './drift.ts'

const LINE: FrozenLine = {
  id: 1,
  kind: 'rule',
  category: 'other',
  description: 'Fee',
  amount: '750.00',
  formula: null,
  basis: null,
  basisValue: null,
  basisFigure: null,
  byHand: false,
  skipped: false,
  total: null,
  adjusted: '0.00',
}

test.each([
  ['12% × $6,250.00', '750.00', { basis: 'percent', value: '12', figure: '6250.00' }],
  ['2.75% × $10,000.00', '275.00', { basis: 'percent', value: '2.75', figure: '10000.00' }],
  ['1,234.5 mi × $0.60', '740.70', { basis: 'per-mile', value: '0.60', figure: '1234.5' }],
  ['1 load × $25.00', '25.00', { basis: 'per-load', value: '25.00', figure: '1' }],
  ['6 loads × $25.00', '150.00', { basis: 'per-load', value: '25.00', figure: '6' }],
])('C17 A rate is read from the printed formula %s', (formula, amount, rate) => {
  expect(findRate({ ...LINE, formula, amount })).toEqual({ ...rate, isPay: false })
})

test.each([
  'fixed $350.00',
  'flat $350.00, edited',
  'instalment 3 of 10, $600.00 of $2,000.00',
  'installment 3 of 10, $600.00 of $2,000.00',
  '10% × $2,400.00, $240.00 of $500.00',
  '15% × $5,000.00, changed by hand',
  'skipped',
])('C17 A line with the printed formula %s is not restated', (formula) => {
  expect(findRate({ ...LINE, formula })).toBeNull()
})

test('C17 A line that a limit reduced below rate × figure is not restated', () => {
  expect(findRate({ ...LINE, formula: '12% × $6,250.00', amount: '749.99' })).toBeNull()
})

test('C17 If the records contain no rate, only revenue is adjusted, and the text says so', () => {
  const drift: LoadDrift = {
    billingId: 1,
    number: 7,
    truckId: 1,
    settlementDate: '2026-11-13',
    loadId: 5,
    load: '1042',
    change: 'changed',
    before: '1000.00',
    now: '750.00',
    corrected: '0.00',
    milesBefore: '0.00',
    milesNow: '0.00',
    emptyMilesBefore: '0.00',
    emptyMilesNow: '0.00',
    factoredBefore: '0.00',
    factoredNow: '0.00',
    feeBefore: '0.00',
    feeNow: '0.00',
    factoring: null,
    openRevenue: '-250.00',
    openLoads: 0,
    payee: 'Ann',
    otherPayee: null,
  }
  expect(listUnrated([LINE])).toEqual(['Fee'])
  expect(restate({ number: 7, lines: [LINE], adjusted: NO_SHIFT, drifts: [drift] })).toEqual([
    {
      restates: null,
      adjustsPay: false,
      description:
        'Load 1042 changed from $1,000.00 to $750.00 after statement 7. No rate on record, not adjusted: Fee',
      formula: null,
      loadId: null,
      reference: null,
      amount: '250.00',
    },
  ])
})
