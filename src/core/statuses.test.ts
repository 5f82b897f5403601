import { expect, test } from 'vitest'
import { loads } from './entities/loads.ts'
import { trucks } from './entities/trucks.ts'
import { SETTLEMENT_STATUSES } from '#core/statuses.ts'
import {
  findBadge,
  BOL_STATUSES,
  DELIVERY_STATUSES,
  PAYMENT_STATUSES,
  PENDING_BOL,
  TRUCK_STATUSES,
  UNPAID,
} from './statuses.ts'

const KINDS = [
  ['delivery', DELIVERY_STATUSES, 'scheduled pending in-transit delivered'],
  ['payment', PAYMENT_STATUSES, 'unpaid pending paid overdue processed'],
  ['BOL', BOL_STATUSES, 'not-received pending received'],
  ['truck', TRUCK_STATUSES, 'active maintenance inactive'],
  ['settlement', SETTLEMENT_STATUSES, 'pending approved paid void'],
] as const

test.each(KINDS)('B16 The statuses of %s', (_, options, values) => {
  expect(options.map(({ value }) => value).join(' ')).toBe(values)
})

test.each([
  ['delivered', 'Delivered'],
  ['in-transit', 'In Transit'],
  ['in_transit', 'In Transit'],
  ['scheduled', 'Scheduled'],
  ['pending', 'Pending'],
  ['paid', 'Paid'],
  ['unpaid', 'Unpaid'],
  ['overdue', 'Overdue'],
  ['received', 'Received'],
  ['not-received', 'Not Received'],
  ['processed', 'Processed'],
])('A4.badges.1 the badge of %s reads %s', (status, label) =>
  expect(findBadge(status).label).toBe(label),
)

test('A4.badges.1 A status in two lists has one badge, but a pending settlement is a Draft', () => {
  for (const [kind, options] of KINDS) {
    for (const { value, label, tone } of options) {
      const badge = kind === 'settlement' ? findBadge(value, options) : findBadge(value)
      expect(badge).toMatchObject({ label, tone })
    }
  }
})

test.each(['lost at sea', '', 'constructor', '__proto__'])(
  'A4.badges.1 An unknown status, "%s", shows its raw text in a neutral style',
  (status) => expect(findBadge(status)).toEqual({ label: status, tone: 'neutral' }),
)

test('A2.lists.10 Only an active truck has the primary style', () => {
  expect(TRUCK_STATUSES.map(({ value, tone }) => [value, tone])).toEqual([
    ['active', 'primary'],
    ['maintenance', 'neutral'],
    ['inactive', 'neutral'],
  ])
})

test('A2.dashboard.13 The statuses that count as Pending BOL and Unpaid', () => {
  expect(PENDING_BOL).toEqual(['pending', 'not-received'])
  expect(UNPAID).toEqual(['unpaid', 'pending'])
})

test('A4.load.1 A4.load.2 A4.load.3 Form and stored defaults of statuses differ', () => {
  const { deliveryStatus, paymentStatus, bolStatus } = loads.fields
  const defaults = [deliveryStatus, paymentStatus, bolStatus, trucks.fields.status].map(
    ({ formDefault, defaultValue }) => `${formDefault} / ${defaultValue}`,
  )
  expect(defaults).toEqual([
    'pending / scheduled',
    'unpaid / pending',
    'not-received / pending',
    'active / active',
  ])
})
