import { describe, expect, test } from 'vitest'
import { getEntity } from '#core/entities/entities.ts'
import {
  isNarrowed,
  lastPage,
  nextSort,
  offeredFilters,
  readListState,
  sortDirection,
  toMatch,
  toQuery,
  viewAddress,
} from './list-state.ts'

const loads = getEntity('loads')
const TODAY = '2026-11-20'
const EMPTY = { search: '', sort: '', page: 1, size: '25', columns: '', filters: {} }

function read(address: string) {
  return readListState(loads, new URLSearchParams(address))
}

describe('B60 an address is read as a state', () => {
  test.each([
    ['', EMPTY],
    ['page=3&size=50&sort=-revenue', { ...EMPTY, page: 3, size: '50', sort: '-revenue' }],
    [
      'search=L-2&paymentStatus=paid',
      { ...EMPTY, search: 'L-2', filters: { paymentStatus: 'paid' } },
    ],
    ['columns=miles,loadId', { ...EMPTY, columns: 'loadId,miles' }],
    ['page=-3&size=7&sort=nonsense&columns=nonsense&nonsense=1', EMPTY],
    ['page=0', EMPTY],
    ['page=12345678', EMPTY],
    ['sort=--revenue', EMPTY],
    ['search=a%00b', { ...EMPTY, search: 'a b' }],
    [`search=${'x'.repeat(300)}`, { ...EMPTY, search: 'x'.repeat(200) }],
  ])('%s', (address, state) => expect(read(address)).toEqual(state))
})

test('B20 The query has page, sort, search and filters, and no defaults', () => {
  expect(toQuery(read(''), TODAY)).toEqual({ limit: '25', offset: '0' })
  const state = read('page=3&size=50&sort=-revenue&search=TX&pickupDate.to=-7d')
  const match = { search: 'TX', 'pickupDate.to': '2026-11-13' }
  expect(toMatch(state, TODAY)).toEqual(match)
  expect(toQuery(state, TODAY)).toEqual({ limit: '50', offset: '100', sort: '-revenue', ...match })
})

test('B60 A search or a filter narrows a list, a sort does not', () => {
  expect(isNarrowed(loads, read('sort=revenue&page=2'))).toBe(false)
  expect(isNarrowed(loads, read('search=x'))).toBe(true)
  expect(isNarrowed(loads, read('paymentStatus=paid'))).toBe(true)
})

test('C549 A tab of the screen is no filter, and other filters can be cleared without it', () => {
  const withTabs = { ...loads, tabs: 'deliveryStatus' }
  const state = read('deliveryStatus=delivered')
  expect(isNarrowed(withTabs, state)).toBe(false)
  expect(offeredFilters(withTabs).map(({ name }) => name)).not.toContain('deliveryStatus')
  expect(offeredFilters(loads).map(({ name }) => name)).toContain('deliveryStatus')
})

test('B61 The same state has one view address, without page and page size', () => {
  const address = viewAddress(
    loads,
    read('sort=revenue&page=4&size=100&paymentStatus=paid&search=L'),
  )
  expect(address).toBe('paymentStatus=paid&search=L&sort=revenue')
  const reordered = read('search=L&paymentStatus=paid&sort=revenue&nonsense=1')
  expect(viewAddress(loads, reordered)).toBe(address)
  expect(viewAddress(loads, read(''))).toBe('')
})

test('A column sorts ascending, then descending, then not', () => {
  expect(nextSort('', 'miles')).toBe('miles')
  expect(nextSort('miles', 'miles')).toBe('-miles')
  expect(nextSort('-miles', 'miles')).toBe('')
  expect(nextSort('-revenue', 'miles')).toBe('miles')
  expect(['miles', '-miles', 'mile'].map((sort) => sortDirection(sort, 'miles'))).toEqual([
    'ascending',
    'descending',
    'none',
  ])
})

test.each([
  [0, '25', 1],
  [25, '25', 1],
  [26, '25', 2],
  [1_000_000, '100', 10_000],
])('%i records in pages of %s have %i pages', (total, size, pages) =>
  expect(lastPage(total, size)).toBe(pages),
)
