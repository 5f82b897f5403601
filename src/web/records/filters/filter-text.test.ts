import { describe, expect, test } from 'vitest'
import { getEntity } from '#core/entities/entities.ts'
import { listFilters, type Filters } from '#core/lists/filters.ts'
import { describeFilter, noneLabel } from './filter-text.ts'

function find(name: string) {
  const filter = listFilters(getEntity('loads').fields).find((one) => one.name === name)
  if (!filter) throw new Error(`No filter ${name}`)
  return filter
}

describe('B60 the text of a filter', () => {
  const labels = { 7: '104', 8: '105', 9: '106', 10: '107' }
  test.each<[string, Filters, string]>([
    ['paymentStatus', {}, ''],
    ['paymentStatus', { paymentStatus: 'unpaid,pending' }, 'Unpaid, Pending'],
    ['truckId', { truckId: '7' }, '104'],
    ['truckId', { truckId: 'none,7' }, 'N/A, 104'],
    ['truckId', { truckId: '7,8,9,10' }, '104, 105, 106 and 1 more'],
    ['truckId', { truckId: '99' }, '…'],
    ['settlementDate', { settlementDate: 'none' }, 'Blank'],
    ['pickupDate', { 'pickupDate.from': '2026-11-03' }, 'from 11/3/2026'],
    ['pickupDate', { 'pickupDate.to': '30d' }, 'to in 30 days (12/20/2026)'],
    [
      'pickupDate',
      { 'pickupDate.from': '-1d', 'pickupDate.to': '0d' },
      'from 1 day ago (11/19/2026) to today (11/20/2026)',
    ],
    [
      'pickupDate',
      { 'pickupDate.from': '2026-11-03', 'pickupDate.to': '2026-11-03' },
      'is 11/3/2026',
    ],
    [
      'pickupDate',
      { 'pickupDate.from': '0w', 'pickupDate.to': '0w' },
      'is this week (11/15/2026 – 11/21/2026)',
    ],
    [
      'pickupDate',
      { 'pickupDate.from': '-2w', 'pickupDate.to': '1w' },
      'from 2 weeks ago (11/1/2026) to in 1 week (11/28/2026)',
    ],
    ['revenue', { 'revenue.from': '900', 'revenue.to': '1500' }, 'from $900.00 to $1,500.00'],
    ['miles', { 'miles.from': '409', 'miles.to': '409' }, 'is 409 mi'],
  ])('%s %j', (name, filters, text) =>
    expect(describeFilter(find(name), filters, '2026-11-20', labels)).toBe(text),
  )
})

test('B17 The "no link" choice has the label that the list shows', () => {
  expect(noneLabel(find('truckId'))).toBe('N/A')
  expect(
    noneLabel({ ...find('truckId'), field: { ...find('truckId').field, emptyLabel: '' } }),
  ).toBe('None')
})
