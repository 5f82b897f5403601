import { expect, test } from 'vitest'
import { compareTotals } from './compare-totals.ts'

test.each([
  ['1650.00', { revenue: '1650.00' }, 'Agrees with the rate confirmation: $1,650.00.'],
  [
    '1650.00',
    { revenue: '1500.00' },
    "The rate confirmation says $1,650.00. The load's revenue is $1,500.00, $150.00 less.",
  ],
  [
    '1650.00',
    { revenue: '1500.00', chargeCount: 2, billedTotal: '1700.00' },
    "The rate confirmation says $1,650.00. The load's charges are $1,700.00, $50.00 more.",
  ],
  [
    '1650.00',
    { revenue: '1500.00', chargeCount: 2, billedTotal: '1650.00' },
    'Agrees with the rate confirmation: $1,650.00.',
  ],
  [null, { revenue: '1500.00' }, undefined],
])('C126 A confirmed total of %s and a load with %j: %s', (confirmed, load, text) => {
  expect(compareTotals(confirmed, { billedTotal: '0.00', chargeCount: 0, ...load })?.text).toBe(
    text,
  )
})
