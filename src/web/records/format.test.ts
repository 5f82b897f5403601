import { expect, test } from 'vitest'
import { getEntity } from '#core/entities/entities.ts'
import { defaultColumns, type AnyRecord, type Listing } from '#core/entities/entity.ts'
import { leases } from '#core/fleet/leases.ts'
import { costs } from '#core/profit/costs.ts'
import { statements } from '#core/settlements/statements.ts'
import { cellText, formatField, initials, recordLabel, rowName } from './format.ts'

const loads = getEntity('loads')
const record = {
  loadId: 'L-1',
  truckId: 7,
  driverId: null,
  brokerId: 5,
  pickupCity: 'Dallas',
  pickupState: 'TX',
  deliveryCity: null,
  deliveryState: 'GA',
  revenue: '12345.60',
  miles: '781.00',
  pickupDate: '2026-11-20',
  paymentStatus: 'paid',
  labels: { truckId: '104', driverId: null, brokerId: null },
}

test.each([
  ['truckId', '104'],
  ['driverId', 'N/A'],
  ['brokerId', 'Unknown'],
  ['revenue', '$12,345.60'],
  ['miles', '781 mi'],
  ['pickupDate', '11/20/2026'],
  ['deliveryDate', ''],
  ['paymentStatus', 'Paid'],
  ['notes', ''],
])('B38 A2 %s is shown as "%s"', (name, text) => {
  const field = loads.fields[name]
  expect(field && formatField(name, field, record)).toBe(text)
})

test('A2 A record shows its label, and a route without a city shows the state', () => {
  expect(recordLabel(loads, record)).toBe('L-1')
  const route = defaultColumns(loads).find(({ show }) => show === 'route')
  expect(route && cellText(loads, route, record)).toBe('Dallas, TX -> GA')
})

test('C51 A draft, which has no number, is named by its payee, truck and day', () => {
  const draft = { ...record, id: 1, userId: 'a', version: 1, number: null, ownerId: 3 }
  const labels = { ownerId: 'Ann Lopez', truckId: '104' }
  const row = { ...draft, labels, settlementDate: '2026-11-20' } as unknown as AnyRecord
  const name = (number: number | null) =>
    rowName(statements, defaultColumns(statements), { ...row, number })
  expect([name(null), name(37)]).toEqual(['Ann Lopez, 104, 11/20/2026', '37'])
})

test('C523 A lease without an end says from when it is, and a cost of one day the day', () => {
  const days = (listing: Listing, endsOn: string | null) => {
    const column = defaultColumns(listing).find(({ title }) => title === 'Days')
    return column && cellText(listing, column, { ...record, startsOn: '2026-01-01', endsOn })
  }
  expect(days(leases, null)).toBe('From 1/1/2026')
  expect(days(leases, '2026-06-30')).toBe('1/1/2026 – 6/30/2026')
  expect(days(costs, null)).toBe('1/1/2026')
})

test.each([
  ['Łukasz van Nguyễn', 'ŁN'],
  ['Prince', 'P'],
  ['', ''],
])('the initials of "%s" are "%s"', (name, text) => expect(initials(name)).toBe(text))
