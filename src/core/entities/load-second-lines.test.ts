import { expect, test } from 'vitest'
import {
  formatMissingBol,
  formatRatePerMile,
  formatTrip,
  formatUnpaidAge,
  ratePerMile,
} from './load-second-lines.ts'

const TODAY = '2026-11-22'

test.each([
  [
    { pickupDate: '2026-11-18', deliveryDate: '2026-11-20', miles: '812.00' },
    '11/18 – 11/20 · 812 mi',
  ],
  [{ pickupDate: '2026-11-18', deliveryDate: '2026-11-18', miles: '12.50' }, '11/18 · 12.5 mi'],
  [{ pickupDate: '2026-11-18', deliveryDate: null, miles: '0.00' }, '11/18'],
  [
    { pickupDate: '2025-12-30', deliveryDate: '2026-01-02', miles: '1234.00' },
    '12/30/2025 – 1/2 · 1,234 mi',
  ],
  [{ pickupDate: undefined, deliveryDate: null, miles: null }, ''],
])('C55 The route of %o has the second line "%s"', (load, text) =>
  expect(formatTrip(load, TODAY)).toBe(text),
)

test.each([
  ['unpaid', '2026-11-21', 'Delivered 1 day ago'],
  ['pending', '2025-11-22', 'Delivered 365 days ago'],
  ['overdue', '2026-09-22', 'Delivered 61 days ago'],
  ['unpaid', TODAY, ''],
  ['unpaid', '2026-11-30', ''],
  ['unpaid', null, ''],
  ['paid', '2026-09-22', ''],
  ['lost at sea', '2026-09-22', ''],
])('C55 A load that is %s and was delivered on %s shows the age "%s"', (status, day, age) =>
  expect(
    formatUnpaidAge(
      { paymentStatus: status, deliveryStatus: 'delivered', deliveryDate: day },
      TODAY,
    ),
  ).toBe(age),
)

test.each([
  ['delivered', 'not-received', 'No BOL'],
  ['delivered', 'pending', 'No BOL'],
  ['delivered', 'received', ''],
  ['in-transit', 'not-received', ''],
])('C55 A load that is %s with its BOL %s shows "%s"', (deliveryStatus, bolStatus, text) =>
  expect(formatMissingBol({ deliveryStatus, bolStatus })).toBe(text),
)

test.each([
  ['2314.20', '812.00', '$2.85/mi'],
  ['1.00', '3.00', '$0.33/mi'],
  ['1234567.00', '0.50', '$2,469,134.00/mi'],
  ['0.00', '10.00', '$0.00/mi'],
  ['100.00', '0.00', ''],
  [null, '10.00', ''],
])('C55 A load of $%s over %s miles shows "%s"', (revenue, miles, text) =>
  expect(formatRatePerMile({ revenue, miles })).toBe(text),
)

test('C55 A rate per mile rounds half a cent up', () => {
  expect(ratePerMile(1n, 200n)).toBe(1n)
  expect(ratePerMile(1n, 201n)).toBe(0n)
})

test('C55 A load that is not delivered yet shows no age', () => {
  const load = { paymentStatus: 'unpaid', deliveryStatus: 'scheduled', deliveryDate: '2026-09-22' }
  expect(formatUnpaidAge(load, TODAY)).toBe('')
})
