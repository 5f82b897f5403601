import { expect, test } from 'vitest'
import { addUpTotals } from './totals.ts'

test('C56 Totals add amounts in cents and count the records; a blank amount is 0', () => {
  const rows = [
    { revenue: '0.10', miles: '1.05' },
    { revenue: '0.20', miles: null },
    { revenue: '99999999.99', miles: '10.00' },
  ]
  expect(addUpTotals(['revenue', 'miles'], rows)).toEqual({
    count: 3,
    revenue: '100000000.29',
    miles: '11.05',
  })
  expect(addUpTotals(['revenue'], [])).toEqual({ count: 0, revenue: '0.00' })
})
