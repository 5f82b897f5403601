import { expect, test } from 'vitest'
import { getEntity } from '#core/entities/entities.ts'
import { listFilters } from '#core/lists/filters.ts'
import { applyBounds, boundError, readBounds, toTypedBounds } from './bounds.ts'
import { removeFilter, splitValues, toggleValue } from './values.ts'

const TODAY = '2026-11-20'

function find(name: string) {
  const filter = listFilters(getEntity('loads').fields).find((one) => one.name === name)
  if (!filter) throw new Error(`No filter ${name}`)
  return filter
}

const revenue = find('revenue')
const pickupDate = find('pickupDate')

function amounts(from: string, to: string) {
  return readBounds(revenue, { 'revenue.from': from, 'revenue.to': to })
}

function days(from: string, to: string) {
  return readBounds(pickupDate, { 'pickupDate.from': from, 'pickupDate.to': to })
}

test('B60 Typed amounts are read, and blank differs from unreadable', () => {
  expect(amounts(' $1,500 ', '')).toEqual({ 'revenue.from': '1500.00', 'revenue.to': '' })
  expect(amounts('a lot', '5')).toEqual({ 'revenue.from': null, 'revenue.to': '5.00' })
})

test('B60 Days are read, and relative days are shown as dates', () => {
  expect(days('2026-11-03', 'x')).toEqual({
    'pickupDate.from': '2026-11-03',
    'pickupDate.to': null,
  })
  expect(toTypedBounds(pickupDate, { 'pickupDate.to': '30d' }, TODAY)).toEqual({
    'pickupDate.from': '',
    'pickupDate.to': '2026-12-20',
  })
})

test('B60 An unreadable bound and a To before From have their messages', () => {
  expect(boundError(revenue, amounts('a lot', ''), 'revenue.from')).toBe('Enter an amount')
  expect(boundError(pickupDate, days('', 'x'), 'pickupDate.to')).toBe('Enter a date (M/D/YYYY)')
  const reversed = amounts('900', '100')
  expect(boundError(revenue, reversed, 'revenue.from')).toBeUndefined()
  expect(boundError(revenue, reversed, 'revenue.to')).toBe('Must be at least From')
  const later = days('2026-11-03', '2026-11-02')
  expect(boundError(pickupDate, later, 'pickupDate.to')).toBe('Must be on or after From')
  expect(boundError(revenue, amounts('100', '100'), 'revenue.to')).toBeUndefined()
})

test('B60 Valid bounds are applied and replace "Blank"', () => {
  const settlementDate = find('settlementDate')
  const bounds = { 'settlementDate.from': '2026-11-06', 'settlementDate.to': '' }
  expect(
    applyBounds(settlementDate, bounds, { settlementDate: 'none', truckId: '7' }, TODAY),
  ).toEqual({
    ...bounds,
    settlementDate: '',
    truckId: '7',
  })
  expect(applyBounds(revenue, amounts('900', '100'), {}, TODAY)).toBeUndefined()
  expect(applyBounds(revenue, amounts('x', ''), {}, TODAY)).toBeUndefined()
})

test('B61 An unchanged relative day stays relative', () => {
  const filters = { 'pickupDate.to': '30d' }
  const applied = applyBounds(pickupDate, days('2026-11-01', '2026-12-20'), filters, TODAY)
  expect(applied).toMatchObject({ 'pickupDate.from': '2026-11-01', 'pickupDate.to': '30d' })
})

test('B60 A value is added to a filter and removed, and a filter is removed with its bounds', () => {
  const status = find('paymentStatus')
  const some = toggleValue(status, { paymentStatus: 'paid' }, 'unpaid', true)
  expect(splitValues(status, some)).toEqual(['paid', 'unpaid'])
  expect(splitValues(status, toggleValue(status, some, 'paid', false))).toEqual(['unpaid'])
  expect(splitValues(status, {})).toEqual([])
  expect(removeFilter(revenue, { 'revenue.from': '5', truckId: '7' })).toEqual({ truckId: '7' })
})
