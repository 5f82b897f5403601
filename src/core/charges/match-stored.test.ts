import { expect, test } from 'vitest'
import type { StoredCharge } from './charges.ts'
import { isStored, matchStored } from './match-stored.ts'
import type { NewCharge } from './requests.ts'

function charge(kind: NewCharge['kind'], amount: string, more: Partial<NewCharge> = {}): NewCharge {
  return {
    id: null,
    kind,
    description: null,
    quantity: null,
    rate: null,
    amount,
    ownerShare: 'all',
    ownerPercent: null,
    ownerAmount: amount,
    billToBroker: true,
    stop: null,
    arrivedAt: null,
    departedAt: null,
    approval: 'not-needed',
    approvedBy: null,
    approvedOn: null,
    documentId: null,
    ...more,
  }
}

function stored(id: number, charge: NewCharge): StoredCharge {
  return { ...charge, id, version: 1, createdAt: '', updatedAt: '' }
}

test('C149 Equal charges are matched before charges that only have the same kind', () => {
  const has = [
    stored(1, charge('detention', '50.00', { documentId: 9 })),
    stored(2, charge('detention', '75.00')),
    stored(3, charge('line-haul', '900.00', { quantity: '3.00', rate: '300.00' })),
  ]
  const file = [
    charge('line-haul', '900.00', { quantity: '3', rate: '300' }),
    charge('detention', '80.00'),
    charge('detention', '75.00'),
    charge('lumper', '10.00'),
  ]
  const matched = matchStored(file, has)
  expect(matched.map(({ id, documentId }) => [id, documentId])).toEqual([
    [3, null],
    [1, 9],
    [2, null],
    [null, null],
  ])
  expect(isStored(matched, has)).toBe(false)
})

test('C149 A file with the same charges in the same order changes nothing', () => {
  const has = [stored(1, charge('line-haul', '900.00')), stored(2, charge('lumper', '10.00'))]
  const file = [charge('line-haul', '900.00'), charge('lumper', '10.00')]
  expect(isStored(matchStored(file, has), has)).toBe(true)
  expect(isStored(matchStored(file.toReversed(), has), has)).toBe(false)
  expect(isStored(matchStored([], has), has)).toBe(false)
})
