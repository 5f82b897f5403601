import { expect, test } from 'vitest'
import { barHeight, formatPercentChange } from './figures.ts'

test.each([
  [25, '+25.0%'],
  [-50.04, '-50.0%'],
  [1234.56, '+1,234.6%'],
  [0, '0.0%'],
])('A2.dashboard.4 A9.limits.3 A change of %d is shown as %s', (change, text) => {
  expect(formatPercentChange(change)).toBe(text)
})

test.each([
  [100_000n, 100_000n, '100%'],
  [33_333n, 100_000n, '33.3%'],
  [1n, 100_000n, '0%'],
  [0n, 0n, '0'],
  [-500n, 100_000n, '0'],
])('B34 A bar of %d of %d cents is %s high', (cents, max, height) => {
  expect(barHeight(cents, max)).toBe(height)
})
