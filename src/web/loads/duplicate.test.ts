import { expect, test } from 'vitest'
import type { AnyRecord } from '#core/entities/entity.ts'
import { duplicateLoad } from './duplicate.ts'

const load: AnyRecord = {
  id: 7,
  userId: 'u',
  version: 1,
  createdAt: '',
  updatedAt: '',
  loadId: 'L-7',
  pickupState: 'TX',
  pickupDate: '2026-11-16',
  deliveryState: 'GA',
  deliveryDate: '2026-11-18',
  settlementDate: '2026-11-20',
  deliveryStatus: 'delivered',
  paymentStatus: 'paid',
  bolStatus: 'received',
  truckId: 3,
  brokerId: null,
  dispatcherId: 5,
  brokerLoadNumber: '20512345',
  poNumber: 'PO-1',
  bolNumber: 'B-1',
  pickupNumber: 'PU-1',
  pickupTime: '08:00',
  deliveryTime: '09:00-14:00',
  pieces: 24,
  miles: '781.00',
  emptyMiles: '62.50',
  revenue: '2400.00',
  notes: 'Call first',
  labels: { truckId: '104', brokerId: null },
}

test('A copied load keeps its lane, links and money', () => {
  const { text, labels } = duplicateLoad(load)
  expect(text).toMatchObject({
    truckId: '3',
    brokerId: '',
    dispatcherId: '5',
    pieces: '24',
    miles: '781',
    emptyMiles: '62.5',
    revenue: '2400.00',
    pickupState: 'TX',
    deliveryState: 'GA',
  })
  expect(labels).toEqual({ truckId: '104', brokerId: null })
})

test('C127 A copied load has no references or appointments', () => {
  const { text } = duplicateLoad(load)
  const own = ['brokerLoadNumber', 'poNumber', 'bolNumber', 'pickupNumber']
  for (const name of [...own, 'pickupTime', 'deliveryTime']) expect(text).not.toHaveProperty(name)
})

test('A copied load gets its own number, dates, statuses and notes', () => {
  const { text } = duplicateLoad(load)
  for (const name of ['loadId', 'pickupDate', 'deliveryDate', 'settlementDate', 'notes'])
    expect(text).not.toHaveProperty(name)
  for (const name of ['deliveryStatus', 'paymentStatus', 'bolStatus'])
    expect(text).not.toHaveProperty(name)
})
