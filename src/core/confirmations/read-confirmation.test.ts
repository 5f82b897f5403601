import { expect, test } from 'vitest'
import { readConfirmation } from './read-confirmation.ts'
import type { ReadField } from './reading.ts'
import { typedPage } from './testing/typed-page.ts'
import type { Page } from './words/words.ts'

const OPTIONS = {
  today: '2026-11-21',
  company: { name: 'Blue Mesa Trucking LLC', emailDomain: 'bluemesa.example' },
}

function read(...pages: (string | Page)[]) {
  return readConfirmation(
    pages.map((page) => (typeof page === 'string' ? typedPage(page) : page)),
    OPTIONS,
  )
}

function valuesOf(text: string): Partial<Record<ReadField, string>> {
  const { fields } = read(text)
  return Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))
}

const PAPER = `
Load #: 4417-88                        Carrier: Blue Mesa Trucking LLC
                                       MC# 884213
Pickup                                 Delivery
ACME FOODS                             GOOD MARKETS
100 Main St                            2 Elm Ave
Dallas, TX 75201                       Eagan, MN 55121
Date: 11/23/2026  08:00                Date: 11/24/26  1400

Line Haul        $1,500.00
Fuel Surcharge   $150.00
Total            $1,650.00
`

test('C120 Each value has the place of its words on the page', () => {
  const { fields } = read(PAPER)
  expect(fields.total).toMatchObject({ value: '1650.00', page: 0, words: '$1,650.00' })
  expect(fields.total?.box.x).toBeCloseTo(20 + 17 * 5)
  expect(fields.deliveryCity).toMatchObject({ value: 'Eagan', words: 'Eagan,' })
})

test('C120 The order of the words in the file does not matter', () => {
  const page = typedPage(PAPER)
  const turned = { ...page, words: page.words.toReversed() }
  expect(read(turned)).toEqual(read(page))
})

test('C120 Letters printed with spaces and bold text printed twice are words', () => {
  expect(valuesOf('L O A D #   4417-88').brokerLoadNumber).toBe('4417-88')
  const page = typedPage('Load #: 551177')
  const twice = page.words.flatMap((word) => [word, { ...word, x: word.x + 0.3 }])
  expect(read({ ...page, words: twice }).fields.brokerLoadNumber?.value).toBe('551177')
})

test('C120 Two different load numbers leave the field empty, with both as choices', () => {
  const { fields, unsure } = read('Load #: 551177\n\n\nLoad #: 551188')
  expect(fields.brokerLoadNumber).toBeUndefined()
  expect(unsure.brokerLoadNumber?.map(({ value }) => value)).toEqual(['551177', '551188'])
})

test.each([
  ['Customer Load #: 551177', undefined],
  ['Load #: must be on every page', undefined],
  ['Load Number 551177', '551177'],
  ['Rate Confirmation for Load No. AB-5511', 'AB-5511'],
  ['Phone for this load: 505-555-0117', undefined],
])('C120 %j has the load number %s', (text, expected) => {
  expect(valuesOf(text).brokerLoadNumber).toBe(expected)
})

test('C121 The total is taken if the charges add up to it', () => {
  const { fields, charges, totalProblem } = read(PAPER)
  expect(fields.total?.value).toBe('1650.00')
  expect(charges.map(({ kind, read: { value } }) => [kind, value])).toEqual([
    ['line-haul', '1500.00'],
    ['fuel-surcharge', '150.00'],
  ])
  expect(totalProblem).toBeNull()
})

test('C121 A total that differs from the sum of its charges is not taken, and both are shown', () => {
  const { fields, totalProblem } = read(PAPER.replace('$1,650.00', '$1,605.00'))
  expect(fields.total).toBeUndefined()
  expect(totalProblem?.totals.map(({ value }) => value)).toEqual(['1605.00'])
  expect(totalProblem?.chargesSum).toBe(165_000n)
})

test('C121 If the charges add up to one of two totals, that total is taken', () => {
  const second = `${PAPER}\n\n\n\n\nTotal            $1,617.00`
  expect(valuesOf(second).total).toBe('1650.00')
})

test('C121 Two totals without charges are both shown', () => {
  const { fields, totalProblem } = read('Total: $900.00\n\n\n\n\n\nTotal: $950.00')
  expect(fields.total).toBeUndefined()
  expect(totalProblem?.totals.map(({ value }) => value)).toEqual(['900.00', '950.00'])
})

test.each([
  ['Rate: $1,200.00', '1200.00'],
  ['Rate: $1,200.00\nFuel: $100.00', undefined],
  ['Total Miles: 812', undefined],
  ['$1,200.00 TOTAL', '1200.00'],
  ['Total: $2.85/mi', undefined],
  ['Total liability: $100,000.00', undefined],
  ['Total       1,450.00', '1450.00'],
])('C121 %j has the total %s', (text, expected) => {
  expect(valuesOf(text).total).toBe(expected)
})

test('C122 Pickup and delivery side by side are separate stops, with the city as printed', () => {
  expect(valuesOf(PAPER)).toMatchObject({
    pickupFacility: 'ACME FOODS',
    pickupAddress: '100 Main St',
    pickupCity: 'Dallas',
    pickupState: 'TX',
    pickupZip: '75201',
    pickupDate: '2026-11-23',
    pickupTime: '08:00',
    deliveryCity: 'Eagan',
    deliveryState: 'MN',
    deliveryZip: '55121',
    deliveryDate: '2026-11-24',
    deliveryTime: '14:00',
  })
})

test.each([
  ['08:00', '08:00'],
  ['8:00 AM - 2 PM', '08:00-14:00'],
  ['1:00-3:00 pm', undefined],
  ['08:00 10:00 12:00', undefined],
  ['FCFS', undefined],
])('C122 The times %j next to a stop’s date are read as %s', (printed, expected) => {
  const text = `Pickup\nDallas, TX 75201\nDate: 11/23/2026  ${printed}`
  expect(valuesOf(text).pickupTime).toBe(expected)
})

test('C122 A ZIP code from another state leaves the place empty', () => {
  const values = valuesOf(PAPER.replace('TX 75201', 'TX 30301'))
  expect(values.pickupState).toBeUndefined()
  expect(values.pickupCity).toBeUndefined()
})

test('C122 Addresses in billing sections and terms are not stops', () => {
  const { furtherStops } = read(`${PAPER}
Remit to: Lockbox
P.O. Box 12, Milford, OH 45150

Terms and Conditions
Delivery
DEATH, OR
Louisville, KY 40290`)
  expect(furtherStops).toEqual([])
})

test('C122 Of many stops the first pickup and the last delivery count; the others are listed', () => {
  const { fields, furtherStops } = read(`
Shipper #1
Dallas, TX 75201
Date: 11/23/2026
Shipper #2
Waco, TX 76701
Date: 11/23/2026
Receiver #1
Tulsa, OK 74103
Date: 11/24/2026
Receiver #2
Wichita, KS 67202
Date: 11/25/2026`)
  expect([fields.pickupCity?.value, fields.deliveryCity?.value]).toEqual(['Dallas', 'Wichita'])
  expect(furtherStops.map(({ kind, read: { value } }) => [kind, value])).toEqual([
    ['pickup', 'Waco, TX, 76701, 11/23/2026'],
    ['delivery', 'Tulsa, OK, 74103, 11/24/2026'],
  ])
})

test('C122 A delivery before the pickup leaves both dates empty', () => {
  const { fields, unsure } = read(PAPER.replace('11/24/26', '11/22/26'))
  expect([fields.pickupDate, fields.deliveryDate]).toEqual([undefined, undefined])
  expect(unsure.pickupDate?.[0]?.value).toBe('2026-11-23')
})

test('C122 Dates more than a year from today do not count', () => {
  expect(valuesOf(PAPER.replace('11/24/26', '11/24/28')).deliveryDate).toBeUndefined()
})

test("C123 The carrier's own MC number is never the broker's", () => {
  expect(valuesOf(PAPER).brokerMc).toBeUndefined()
  expect(valuesOf(`Broker: Acme Logistics  MC# 551199\n${PAPER}`).brokerMc).toBe('551199')
})

test('C123 The account’s own company and personal mailboxes are never the broker', () => {
  const values = valuesOf(`Bill To: Blue Mesa Trucking, LLC
x@gmail.com  office@bluemesa.example  ap@acme.example`)
  expect(values.brokerName).toBeUndefined()
  expect(values.brokerDomain).toBe('acme.example')
})

test('C120 A paper without words gives an empty reading', () => {
  expect(read('', '')).toEqual({
    layout: null,
    fields: {},
    charges: [],
    totalProblem: null,
    unsure: {},
    furtherStops: [],
  })
})

test('C122 Dates printed before or apart from their places belong to the stop that they name', () => {
  const values = valuesOf(`
Pickup Date: 11/23/2026 Time: 08:00
Pickup City: Reno, NV 89501
Delivery Date: 11/24/2026 Time: 09:00
Delivery City: Boise, ID 83702`)
  expect(values).toMatchObject({ pickupCity: 'Reno', pickupDate: '2026-11-23' })
  expect(values).toMatchObject({ deliveryCity: 'Boise', deliveryDate: '2026-11-24' })
  expect(values.pickupTime).not.toBe('09:00')
})

test('C122 "Deliver To" begins the delivery, and a name before a street is the facility', () => {
  const values = valuesOf(`
Pick Up: Ship Co, 12 Road Ave, Tulsa, OK 74103
11/23/2026 09:00
Deliver To: Recv Co
9 Lake Rd
Omaha, NE 68102
11/25/2026 10:00
Bill To: Broker Co
Ship Date: 11/22/2026`)
  expect(values).toMatchObject({
    pickupFacility: 'Ship Co',
    pickupAddress: '12 Road Ave',
    pickupCity: 'Tulsa',
    pickupDate: '2026-11-23',
    deliveryFacility: 'Recv Co',
    deliveryCity: 'Omaha',
    deliveryDate: '2026-11-25',
  })
})

test('C121 A total after an advance or a fee is not what the load earns', () => {
  const { fields, totalProblem } = read(`
Line Haul       $1,500.00
Fuel              $100.00
Cash Advance     -$200.00
Total           $1,400.00`)
  expect(fields.total).toBeUndefined()
  expect(totalProblem?.totals.map(({ value }) => value)).toEqual(['1400.00'])
  expect(totalProblem?.chargesSum).toBe(160_000n)
})
