import { expect, test } from 'vitest'
import type { ReadCharge } from '#core/confirmations/reading.ts'
import { startCharges } from './start-charges.ts'

const BOX = { x: 0, y: 0, width: 1, height: 1 }
const toRead = (value: string) => ({ value, page: 0, box: BOX, words: value })

function charge(
  kind: ReadCharge['kind'],
  amount: string,
  more: Partial<ReadCharge> = {},
): ReadCharge {
  const blank = { description: kind, quantity: null, rate: null }
  return { kind, ...blank, ...more, read: toRead(amount) }
}

const HAUL = charge('line-haul', '1150.00')
const FUEL = charge('fuel-surcharge', '180.90', { quantity: '402', rate: '0.45' })
const FIELDS = { total: toRead('1330.90') }

test('C124 Two or more charges of a confirmation become the charges of the load', () => {
  const detention = charge('detention', '150.00')
  const tarps = charge('other', '75.00', { description: 'Tarp fee' })
  const rows = startCharges({ charges: [HAUL, FUEL, detention, tarps], fields: FIELDS })
  expect(rows?.map(({ text }) => [text.kind, text.amount, text.quantity, text.rate])).toEqual([
    ['line-haul', '1150.00', '', ''],
    ['fuel-surcharge', '180.90', '402', '0.45'],
    ['detention', '150.00', '', ''],
    ['other', '75.00', '', ''],
  ])
  expect(rows?.map(({ text }) => [text.approval, text.approvedBy, text.description])).toEqual([
    ['not-needed', '', ''],
    ['not-needed', '', ''],
    ['approved', 'Rate confirmation', ''],
    ['approved', 'Rate confirmation', 'Tarp fee'],
  ])
})

test('C124 A single charge, or charges without a clear total, fill only the revenue', () => {
  expect(startCharges({ charges: [HAUL], fields: FIELDS })).toBeUndefined()
  expect(startCharges({ charges: [HAUL, FUEL], fields: {} })).toBeUndefined()
})
