import { describe, expect, test } from 'vitest'
import { chargeMessages } from './messages.ts'
import { chargesSchema, completeCharge, findSumProblem, listChargeErrors } from './requests.ts'
import { countMinutes, formatMinutes, formatWallClock, wallClock } from './stop-times.ts'

const read = (...charges: object[]) => chargesSchema().safeParse(charges)

test('C100 By default a charge needs no approval, pays the owner in full and is billed', () => {
  expect(read({ kind: 'line-haul', amount: '2000' }).data).toEqual([
    {
      kind: 'line-haul',
      description: null,
      quantity: null,
      rate: null,
      amount: '2000.00',
      ownerShare: 'all',
      ownerPercent: null,
      ownerAmount: null,
      billToBroker: true,
      stop: null,
      arrivedAt: null,
      departedAt: null,
      approval: 'not-needed',
      approvedBy: null,
      approvedOn: null,
      documentId: null,
    },
  ])
})

describe('C103 An invalid charge is rejected at its field', () => {
  test.each<[charge: object, field: string, message: string]>([
    [{ kind: 'tarp', amount: '1' }, 'kind', ''],
    [{ kind: 'other' }, 'amount', chargeMessages.amountRequired],
    [{ kind: 'other', amount: '1.005' }, 'amount', 'Amount must be a dollar amount, e.g. 950.00'],
    [{ kind: 'other', quantity: '1' }, 'rate', chargeMessages.both],
    [{ kind: 'other', rate: '1' }, 'quantity', chargeMessages.both],
    [
      { kind: 'other', quantity: '1.0005', rate: '1' },
      'quantity',
      'Quantity must be a number with at most 3 decimals, e.g. 3.799',
    ],
    [{ kind: 'other', quantity: '99999999', rate: '2' }, 'amount', chargeMessages.amountRange],
    [
      { kind: 'other', amount: '1', ownerShare: 'percent' },
      'ownerPercent',
      chargeMessages.percentRequired,
    ],
    [
      { kind: 'other', amount: '1', ownerShare: 'percent', ownerPercent: '100.0001' },
      'ownerPercent',
      'Owner percent must be from 0 to 100.00',
    ],
    [
      { kind: 'other', amount: '1', ownerShare: 'amount' },
      'ownerAmount',
      chargeMessages.ownerAmountRequired,
    ],
    [
      {
        kind: 'detention',
        amount: '1',
        arrivedAt: '2026-11-20 08:15',
        departedAt: '2026-11-20T07:00',
      },
      'departedAt',
      chargeMessages.left,
    ],
  ])('%j', (charge, field, message) => {
    const { error } = read({ kind: 'other', amount: '1' }, charge)
    const errors = error ? listChargeErrors(error) : {}
    expect(Object.keys(errors)).toEqual([`charges.1.${field}`])
    if (message) expect(Object.values(errors)).toEqual([[message]])
  })

  test('C103 A load has at most 50 charges', () => {
    const charges = Array.from({ length: 51 }, () => ({ kind: 'other', amount: '1' }))
    expect(read(...charges.slice(1)).success).toBe(true)
    expect(read(...charges).error?.issues[0]?.message).toBe('A load has at most 50 charges')
  })

  test('C103 A charge that is sent twice is rejected: one of the two would be lost', () => {
    const charge = { kind: 'other', amount: '1' }
    const { error } = read({ ...charge, id: 7 }, { ...charge, id: 8 }, { ...charge, id: 7 }, charge)
    expect(error && listChargeErrors(error)).toEqual({ 'charges.2.id': [chargeMessages.twice] })
  })
})

test('C101 The charges of a load add up to a revenue', () => {
  const charge = (amount: string) => {
    const [sent] = read({ kind: 'other', amount }).data ?? []
    return completeCharge(sent as Parameters<typeof completeCharge>[0])
  }
  expect(findSumProblem([charge('10.00'), charge('-10.00')])).toBeNull()
  expect(findSumProblem([charge('10.00'), charge('-10.01')])).toBe(chargeMessages.sum)
  expect(findSumProblem([charge('99999999.99'), charge('0.01')])).toBe(chargeMessages.sum)
})

test('C100 Times at a stop are wall-clock text', () => {
  const { schema } = wallClock('Arrived')
  expect(schema.parse('2026-11-20T08:15')).toBe('2026-11-20 08:15')
  expect(schema.parse(' 2026-11-20 23:59 ')).toBe('2026-11-20 23:59')
  expect(schema.parse('')).toBeNull()
  expect(schema.parse(null)).toBeNull()
  // The formats of spreadsheets.
  expect(schema.parse('11/20/2026 8:15')).toBe('2026-11-20 08:15')
  expect(schema.parse('11/2/2026 12:05 AM')).toBe('2026-11-02 00:05')
  expect(schema.parse('11/20/2026 3:30 pm')).toBe('2026-11-20 15:30')
  for (const invalid of ['11/20/2026 13:15 PM', '2/30/2026 8:15', '11/20/2026 24:00'])
    expect(schema.safeParse(invalid).success).toBe(false)
  for (const invalid of ['2026-02-30 08:15', '2026-11-20', '2026-11-20 24:00', '8:15'])
    expect(schema.safeParse(invalid).error?.issues[0]?.message).toBe(
      'Arrived must be a date and time, e.g. 2026-11-20 08:15',
    )
  expect(countMinutes('2026-11-20 22:30', '2026-11-21 01:45')).toBe(195)
  expect(countMinutes(null, '2026-11-21 01:45')).toBeNull()
  expect(formatMinutes(195)).toBe('3 h 15 min')
  expect(formatWallClock('2026-11-20 08:15')).toBe('11/20/2026 08:15')
})
