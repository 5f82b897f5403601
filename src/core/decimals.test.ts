import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addQuantities, formatRate, percentOf, timesRate } from './decimals.ts'
import { parseDecimal, readTypedAmount, toAmount, toCents, toDecimal } from './money.ts'

const units = fc.bigInt({ min: -99_999_999_9999n, max: 99_999_999_9999n })

test.each([
  [37990n, 4, '3.799'],
  [550n, 4, '0.055'],
  [350_0000n, 4, '350.00'],
  [-1n, 4, '-0.0001'],
  [112_431n, 3, '112.431'],
  [5n, 2, '0.05'],
])('C14 %i with %i places is %s', (value, places, text) => {
  expect(toDecimal(value, places)).toBe(text)
  expect(parseDecimal(text, places)).toBe(value)
})

test('C14 A rate converts to text and back, without trailing zeros after two decimals', () => {
  fc.assert(
    fc.property(units, (value) => {
      const text = toDecimal(value, 4)
      expect(parseDecimal(text, 4)).toBe(value)
      expect(text).toMatch(/^-?\d+\.\d\d(\d?[1-9])?$/)
    }),
  )
})

test.each([
  // 112.431 × 3.799 = 427.125369
  ['112.431', '3.799', '427.13'],
  // 612 × 0.055 = 33.66, 613.5 × 0.055 = 33.7425
  ['612.00', '0.055', '33.66'],
  ['613.50', '0.055', '33.74'],
  // 0.5 × 0.01 = 0.005: half a cent, away from zero
  ['0.50', '0.01', '0.01'],
  ['-0.50', '0.01', '-0.01'],
  ['3', '25.125', '75.38'],
])('C14 %s × %s is %s, rounded once', (quantity, rate, amount) =>
  expect(toAmount(timesRate(quantity, rate))).toBe(amount),
)

test.each([
  ['1000.00', '12.00', '120.00'],
  // 0.0625% of 1,000.00 = 0.625
  ['1000.00', '0.0625', '0.63'],
  ['-1000.00', '0.0625', '-0.63'],
  ['3.33', '15.00', '0.50'],
  ['0.01', '50.00', '0.01'],
  ['0.01', '49.99', '0.00'],
])('C14 B13 %s at %s percent is %s', (amount, percent, expected) =>
  expect(toAmount(percentOf(toCents(amount), percent))).toBe(expected),
)

test('C14 An amount is off by at most half a cent', () => {
  const quantities = fc.bigInt({ min: -9_999_999_999n, max: 9_999_999_999n })
  fc.assert(
    fc.property(quantities, units, (quantity, rate) => {
      const cents = timesRate(toDecimal(quantity, 3), toDecimal(rate, 4))
      const off = cents * 100_000n - quantity * rate
      expect(off <= 50_000n && off >= -50_000n).toBe(true)
    }),
  )
})

test('C14 Quantities add up, and rates are shown as dollars', () => {
  expect(addQuantities(['112.431', '0.069', '10'])).toBe('122.50')
  expect(['3.799', '0.10', '-1234.5', '1234567.0625'].map(formatRate)).toEqual([
    '$3.799',
    '$0.10',
    '-$1,234.5',
    '$1,234,567.0625',
  ])
})

test.each([
  ['$3.799', '3.799'],
  ['.055', '0.055'],
  ['1,234.5000', '1234.50'],
  ['0.12345', null],
])('C14 B14 The typed rate "%s" is %s', (typed, rate) =>
  expect(readTypedAmount(typed, 4)).toBe(rate),
)
