import { expect, test } from 'vitest'
import { groupByTruck, sortByPayee, sumColumn } from './run.ts'

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

test('C8 The rows of a payee follow the payee’s first row', () => {
  const rows = ['owner:1', 'owner:2', 'driver:3', 'owner:1'].map((payee, at) => ({ payee, at }))
  expect(sortByPayee(rows).map(({ at }) => at)).toEqual([0, 3, 1, 2])
})

test('C8 Columns add up to the cent', () => {
  const rows = ['0.10', '0.20', '-0.05'].map((net) => ({
    extraPay: '0.00',
    net,
    revenue: net,
    deductions: net,
  }))
  expect(sumColumn(rows, 'net')).toBe('0.25')
})
