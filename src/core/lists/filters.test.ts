import { describe, expect, test } from 'vitest'
import { getEntity } from '#core/entities/entities.ts'
import { resolveDay, listFilters, readFilters, resolveDays } from './filters.ts'

const { fields } = getEntity('loads')

function read(address: string) {
  const params = new Map(address.split('&').map((pair) => pair.split('=') as [string, string]))
  return readFilters(fields, (name) => params.get(name) ?? null)
}

test('B20 A list filters by its statuses, links, days and amounts', () => {
  const kinds = Object.fromEntries(listFilters(fields).map(({ name, kind }) => [name, kind]))
  expect(kinds).toMatchObject({
    deliveryStatus: 'choice',
    truckId: 'link',
    deliveryDate: 'day',
    revenue: 'amount',
    miles: 'amount',
  })
  expect(kinds).not.toHaveProperty('loadId')
  expect(kinds).not.toHaveProperty('documents')
})

describe('B20 Unknown names and unreadable values of an address are dropped', () => {
  test.each([
    ['deliveryStatus=pending,in-transit', { deliveryStatus: 'pending,in-transit' }],
    ['deliveryStatus=pending,nonsense,pending', { deliveryStatus: 'pending' }],
    ['deliveryStatus=nonsense', {}],
    ['nothing=1', {}],
    ['loadId=L-1', {}],
    ['truckId=7,none', { truckId: '7,none' }],
    ['truckId=0,-1,x', {}],
    ['pickupDate.from=2026-02-30', {}],
    [
      'pickupDate.from=2026-02-28&pickupDate.to=30d',
      {
        'pickupDate.from': '2026-02-28',
        'pickupDate.to': '30d',
      },
    ],
    ['pickupDate=2026-02-28', {}],
    ['pickupDate=none', {}],
    ['settlementDate=none', { settlementDate: 'none' }],
    ['settlementDate=2026-02-28', {}],
    ['revenue.from=1000.5', { 'revenue.from': '1000.5' }],
    ['revenue.from=1e3', {}],
    ['revenue.from=$5', {}],
  ])('%s', (address, filters) => expect(read(address)).toEqual(filters))
})

test.each([
  ['0d', '2026-11-20'],
  ['30d', '2026-12-20'],
  ['-7d', '2026-11-13'],
  ['2026-01-01', '2026-01-01'],
  ['pending', 'pending'],
])('B61 The day %s is %s on November 20, 2026', (text, day) =>
  expect(resolveDay(text, '2026-11-20', 'to')).toBe(day),
)

test.each([
  ['0w', '2026-11-20', '2026-11-15', '2026-11-21'],
  ['0w', '2026-11-22', '2026-11-22', '2026-11-28'],
  ['1w', '2026-11-21', '2026-11-22', '2026-11-28'],
  ['-1w', '2027-01-01', '2026-12-20', '2026-12-26'],
])('B61 The week %s of %s is from %s to %s, Sunday to Saturday', (text, today, from, to) => {
  const week = { 'pickupDate.from': text, 'pickupDate.to': text }
  expect(resolveDays(week, today)).toEqual({ 'pickupDate.from': from, 'pickupDate.to': to })
})

test('B61 The list reads every parameter of its built-in views', () => {
  for (const name of ['loads', 'drivers'] as const) {
    const { fields: own, views = [] } = getEntity(name)
    expect(views.length).toBeGreaterThan(0)
    for (const { address } of views) {
      const parameters = new Map(
        address.split('&').map((pair) => pair.split('=') as [string, string]),
      )
      parameters.delete('sort')
      parameters.delete('columns')
      expect(readFilters(own, (parameter) => parameters.get(parameter) ?? null)).toEqual(
        Object.fromEntries(parameters),
      )
    }
  }
  expect(resolveDays({ 'licenseExpiration.to': '30d' }, '2026-11-20')).toEqual({
    'licenseExpiration.to': '2026-12-20',
  })
})
