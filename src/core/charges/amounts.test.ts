import { describe, expect, test } from 'vitest'
import { computeCharge, sumCharges, type ChargeInput } from './amounts.ts'
import { describeRefused } from './messages.ts'

const flat: ChargeInput = {
  quantity: null,
  rate: null,
  amount: '100.00',
  ownerShare: 'all',
  ownerPercent: null,
  ownerAmount: null,
}

describe('C101 The amount of a charge, and the part of it that pays the owner', () => {
  test.each<[name: string, charge: Partial<ChargeInput>, amount: string, ownerAmount: string]>([
    ['a typed amount', {}, '100.00', '100.00'],
    ['a blank amount', { amount: null }, '0.00', '0.00'],
    ['quantity × rate', { quantity: '2.5', rate: '75.00' }, '187.50', '187.50'],
    [
      'an amount that is sent with them',
      { quantity: '1', rate: '5', amount: '9.00' },
      '5.00',
      '5.00',
    ],
    ['half a cent up', { quantity: '0.5', rate: '0.01' }, '0.01', '0.01'],
    ['half a cent down', { quantity: '-0.5', rate: '0.01' }, '-0.01', '-0.01'],
    ['three and four decimals', { quantity: '781.125', rate: '0.4533' }, '354.08', '354.08'],
    ['no share', { ownerShare: 'none' }, '100.00', '0.00'],
    ['a percent', { ownerShare: 'percent', ownerPercent: '80' }, '100.00', '80.00'],
    [
      'a percent of half a cent',
      { amount: '0.01', ownerShare: 'percent', ownerPercent: '50' },
      '0.01',
      '0.01',
    ],
    [
      'a percent of a negative amount',
      { amount: '-33.33', ownerShare: 'percent', ownerPercent: '12.5' },
      '-33.33',
      '-4.17',
    ],
    [
      'a percent of the rounded amount',
      { quantity: '1.333', rate: '10.0037', ownerShare: 'percent', ownerPercent: '33.3333' },
      '13.33',
      '4.44',
    ],
    ['a typed part', { ownerShare: 'amount', ownerAmount: '60.00' }, '100.00', '60.00'],
    ['an owner amount that the share does not use', { ownerAmount: '60.00' }, '100.00', '100.00'],
  ])('%s', (_, charge, amount, ownerAmount) => {
    expect(computeCharge({ ...flat, ...charge })).toEqual({ amount, ownerAmount })
  })
})

test('C101 Revenue and billed total are separate sums', () => {
  const lumper = { amount: '200.00', ownerAmount: '0.00', billToBroker: true }
  const fee = { amount: '-50.00', ownerAmount: '-50.00', billToBroker: false }
  const haul = { amount: '2000.00', ownerAmount: '2000.00', billToBroker: true }
  expect(sumCharges([haul, lumper, fee])).toEqual({ revenue: 195_000n, billedTotal: 220_000n })
  expect(sumCharges([])).toEqual({ revenue: 0n, billedTotal: 0n })
})

test('C151 A refused charge says what it still does', () => {
  const charge = {
    approval: 'refused' as const,
    amount: '150.00',
    ownerAmount: '150.00',
    billToBroker: true,
  }
  expect(describeRefused(charge)).toBe('Still pays the owner and is billed')
  expect(describeRefused({ ...charge, billToBroker: false })).toBe('Still pays the owner')
  expect(describeRefused({ ...charge, ownerAmount: '0.00' })).toBe('Still billed to the broker')
  const none = { ...charge, ownerAmount: '0.00', billToBroker: false }
  expect(describeRefused(none)).toBeNull()
  expect(describeRefused({ ...charge, approval: 'asked' })).toBeNull()
})
