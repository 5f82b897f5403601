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
  basis: 'percent',
  basisValue: '12.00',
  basisFigure: '6250.00',
  byHand: false,
  skipped: false,
  total: null,
  adjusted: '0.00',
}

test('C17 A rule’s line is restated by its own rate', () => {
  const rate = { basis: 'percent', value: '12.00', figure: '6250.00', isPay: false }
  expect(findRate(LINE)).toEqual(rate)
})

test('C17 An edited or deleted line, an installment and a line with a floor are not restated', () => {
  for (const more of [
    { byHand: true },
    { skipped: true },
    { total: '500.00' },
    { netFloor: '0.00' },
  ])
    expect(findRate({ ...LINE, ...more })).toBeNull()
})

test('C17 A line that a limit reduced below rate × figure is not restated', () => {
  expect(findRate({ ...LINE, amount: '749.99' })).toBeNull()
})

test('C17 If fuel was more than the revenue, only revenue is adjusted, and the text says so', () => {
  const line: FrozenLine = {
    ...LINE,
    basis: 'percent-after-fuel',
    basisFigure: '0.00',
    amount: '0.00',
  }
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
  expect(listUnrated([line])).toEqual(['Fee'])
  expect(restate({ number: 7, lines: [line], adjusted: NO_SHIFT, drifts: [drift] })).toEqual([
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
