import { expect, test } from 'vitest'
import { getEntity } from '#core/entities/entities.ts'
import { defaultColumns } from '#core/entities/entity.ts'
import { cellText, formatField, initials, recordLabel } from './format.ts'

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

test.each([
  ['Łukasz van Nguyễn', 'ŁN'],
  ['Prince', 'P'],
  ['', ''],
])('the initials of "%s" are "%s"', (name, text) => expect(initials(name)).toBe(text))
