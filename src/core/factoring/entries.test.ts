import { describe, expect, test } from 'vitest'
import {
  computePurchase,
  deriveFactoredState,
  sumFactored,
  sumCash,
  type FactorEntryKind,
} from './entries.ts'

const entry = (kind: FactorEntryKind, amount: string) => ({ kind, amount })
const PURCHASE = [entry('advance', '900.00'), entry('fee', '30.00'), entry('reserve', '70.00')]

test('C213 Advances and releases are wired, chargebacks and costs are deducted from the wire', () => {
  const report = [
    ...PURCHASE,
    entry('reserve-released', '50.00'),
    entry('chargeback', '465.00'),
    entry('late-fee', '5.00'),
    entry('cost', '15.00'),
    entry('fuel-advance', '200.00'),
    entry('fuel-advance-repaid', '100.00'),
    entry('debtor-paid', '1000.00'),
    entry('reserve-fee', '10.00'),
  ]
  expect(sumCash(report)).toBe(56_500n)
})

describe('C214 The purchase is the face amount', () => {
  test.each([
    [100_000n, '90', '3', '900.00', '30.00', '70.00'],
    [1n, '90', '3', '0.01', '0.00', '0.00'],
    [33_333n, '97.5', '2.5', '325.00', '8.33', '0.00'],
    [100_001n, '95', '5', '950.01', '50.00', '0.00'],
    [99_999n, '0', '0', '0.00', '0.00', '999.99'],
    [3n, '50', '50', '0.02', '0.01', '0.00'],
  ])('of %i cents', (face, advancePercent, feePercent, advance, fee, reserve) => {
    const purchase = computePurchase(face, { advancePercent, feePercent })
    expect(purchase).toEqual({ advance, fee, reserve })
  })
})

describe('C215 The state of a factored invoice', () => {
  test.each([
    ['submitted', []],
    ['funded', PURCHASE],
    ['collected', [...PURCHASE, entry('debtor-paid', '1000.00')]],
    ['closed', [...PURCHASE, entry('debtor-paid', '1000.00'), entry('reserve-released', '70.00')]],
    ['funded', [...PURCHASE, entry('debtor-paid', '999.99')]],
    ['charged-back', [...PURCHASE, entry('chargeback', '1000.00')]],
    ['closed', [...PURCHASE, entry('chargeback', '930.00'), entry('reserve-chargeback', '70.00')]],
  ] as const)('%s', (state, entries) => {
    expect(deriveFactoredState('1000.00', sumFactored(entries))).toBe(state)
  })
})
