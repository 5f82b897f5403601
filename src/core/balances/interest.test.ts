import { expect, test } from 'vitest'
import {
  averageBalance,
  computeInterest,
  quarterBefore,
  quarterOf,
  quarterPeriod,
  sumDailyBalances,
} from './interest.ts'

test('C21 A quarter is three calendar months', () => {
  expect(quarterPeriod('2026-Q3')).toEqual({ from: '2026-07-01', to: '2026-09-30' })
  expect(quarterPeriod('2024-Q1')).toEqual({ from: '2024-01-01', to: '2024-03-31' })
  expect(quarterPeriod('2026-Q4')).toEqual({ from: '2026-10-01', to: '2026-12-31' })
  expect(['2026-01-01', '2026-03-31', '2026-12-31'].map(quarterOf)).toEqual([
    '2026-Q1',
    '2026-Q1',
    '2026-Q4',
  ])
  expect(quarterBefore('2026-Q1')).toBe('2025-Q4')
})

test('C21 The balance at the end of each day counts, and a balance below zero counts as zero', () => {
  const period = { from: '2026-07-01', to: '2026-09-30' }
  // 1,000.00 on all 92 days: 92,000.00. 500.00 more from 9/1: 30 days, 15,000.00. Together 107,000.00.
  const changes = [
    { day: '2026-03-06', amount: '1000.00' },
    { day: '2026-09-01', amount: '500.00' },
  ]
  expect(sumDailyBalances(changes, period)).toBe(107_000_00n)
  // 107,000.00 ÷ 92 = 1,163.043 …
  expect(averageBalance(107_000_00n, period)).toBe('1163.04')
  expect(sumDailyBalances([{ day: '2026-08-01', amount: '-5.00' }], period)).toBe(0n)
})

test('C21 Interest is rounded once, half away from zero', () => {
  // 107,000.00 × 4.25 % ÷ 365 = 12.4589 …
  expect(computeInterest(107_000_00n, '4.25')).toBe(12_46n)
  // 36,500.00 × 0.005 % ÷ 365 = 0.005
  expect(computeInterest(36_500_00n, '0.005')).toBe(1n)
  expect(computeInterest(36_499_99n, '0.005')).toBe(0n)
})
