import { expect, test } from 'vitest'
import { drivers } from './drivers.ts'
import { loads } from './loads.ts'
import { changedRecordSchema, initialValues, newRecordSchema } from './entity.ts'
import type { Fields } from '#core/fields/field.ts'
import { findBadge } from '#core/statuses.ts'

test('A4.load.1 A5.driver.1 B16 A form has its own defaults; omitted fields get stored defaults', () => {
  const fields = loads.fields as unknown as Fields
  expect(initialValues(fields, '2026-11-20')).toMatchObject({
    deliveryStatus: 'pending',
    paymentStatus: 'unpaid',
    bolStatus: 'not-received',
    miles: '0',
  })
  const required = {
    loadId: 'L',
    pickupState: 'tx',
    deliveryState: 'ga',
    pickupDate: '2026-11-20',
    revenue: 5,
  }
  expect(newRecordSchema(loads.fields).parse(required)).toMatchObject({
    deliveryStatus: 'scheduled',
    paymentStatus: 'pending',
    bolStatus: 'pending',
    pickupState: 'TX',
    miles: '0.00',
    emptyMiles: '0.00',
    revenue: '5.00',
    truckId: null,
  })
  const license = initialValues(drivers.fields as unknown as Fields, '2026-11-20')
  expect(license).toMatchObject({
    licenseExpiration: '2026-11-20',
    paymentMethod: 'direct-deposit',
  })
})

test('A PUT may omit optional fields', () => {
  const required = {
    loadId: 'L',
    pickupState: 'tx',
    deliveryState: 'ga',
    pickupDate: '2026-11-20',
    revenue: 5,
  }
  const parsed = changedRecordSchema(loads.fields).parse(required)
  expect(Object.keys(parsed).toSorted()).toEqual(Object.keys(required).toSorted())
})

test.each([
  ['pickupDate', '', 'Pickup date is required'],
  ['pickupDate', undefined, 'Pickup date is required'],
  ['pickupDate', '2026-02-30', 'Pickup date must be a valid date, e.g. 11/20/2026'],
  ['pickupState', 'T', 'State must be exactly 2 characters'],
  ['pickupState', '12', 'State must be two letters'],
  ['loadId', '   ', 'Load # is required'],
  ['loadId', 'x'.repeat(201), 'Load # must be 200 characters or fewer'],
  ['revenue', '', 'Revenue is required'],
  ['revenue', '-1', 'Revenue must be from 0 to 99,999,999.99'],
  ['revenue', '100000000', 'Revenue must be from 0 to 99,999,999.99'],
  ['revenue', true, 'Revenue must be a dollar amount, e.g. 950.00'],
  ['truckId', 1.5, 'Truck was not found'],
  ['truckId', -1, 'Truck was not found'],
  ['truckId', 'abc', 'Truck was not found'],
  ['bolStatus', 'lost', 'BOL status must be Not Received, Pending or Received'],
  ['notes', 'a\u0007', "Contains characters that can't be saved"],
  ['notes', 'x'.repeat(10_001), 'Notes must be 10,000 characters or fewer'],
])(
  'A5.load.1 A5.load.2 B11 B13 B16 B17 The %s of a load cannot be %j: %s',
  (field, value, message) => {
    const { error } = newRecordSchema(loads.fields).safeParse({ [field]: value })
    const issues = error?.issues.filter(({ path }) => path[0] === field)
    expect(issues?.map((issue) => issue.message)).toEqual([message])
  },
)

test.each([
  ['delivered', 'Delivered', 'good'],
  ['in_transit', 'In Transit', 'moving'],
  ['in-transit', 'In Transit', 'moving'],
  ['not-received', 'Not Received', 'bad'],
  ['overdue', 'Overdue', 'bad'],
  ['processed', 'Processed', 'good'],
  ['lost at sea', 'lost at sea', 'neutral'],
])('A4.badges.1 %s reads %s', (status, label, tone) =>
  expect(findBadge(status)).toMatchObject({ label, tone }),
)
