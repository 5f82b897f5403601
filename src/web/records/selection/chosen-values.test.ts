import { expect, test } from 'vitest'
import { bulkFields } from '#core/entities/bulk.ts'
import { getEntity } from '#core/entities/entities.ts'
import { checkChosen } from './chosen-values.ts'

const fields = bulkFields(getEntity('loads').fields)

test('C45 Bulk values are checked like the values of the form; a blank value clears the field', () => {
  const chosen = { truckId: '7', deliveryDate: '', bolStatus: 'received' }
  expect(checkChosen(fields, chosen)).toEqual({
    set: { truckId: 7, deliveryDate: null, bolStatus: 'received' },
    errors: {},
  })
  expect(checkChosen(fields, { pickupDate: '', deliveryStatus: '' }).errors).toEqual({
    pickupDate: 'Pickup date is required',
    deliveryStatus: expect.stringContaining('Delivery status must be'),
  })
})

test('C45 Days, choices and links can be set for many loads, and nothing else', () => {
  expect(Object.keys(fields)).toEqual([
    ...['truckId', 'trailerId', 'driverId', 'driver2Id', 'brokerId', 'dispatcherId'],
    ...['pickupDate', 'deliveryDate'],
    ...['settlementDate', 'settledElsewhere', 'deliveryStatus', 'paymentStatus', 'bolStatus'],
  ])
})
