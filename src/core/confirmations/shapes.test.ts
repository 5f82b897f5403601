/** Shapes of papers that once gave a wrong value, or none. */
import { expect, test } from 'vitest'
import { readConfirmation } from './read-confirmation.ts'
import type { ReadField } from './reading.ts'
import { typedPage } from './testing/typed-page.ts'

const OPTIONS = {
  today: '2026-11-21',
  company: { name: 'Blue Mesa Trucking LLC', emailDomain: 'bluemesa.example' },
}

const read = (text: string) => readConfirmation([typedPage(text)], OPTIONS)

function valuesOf(text: string): Partial<Record<ReadField, string>> {
  const { fields } = read(text)
  return Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))
}

const STOPS = `
Pickup
Dallas, TX 75201
11/23/2026 08:00
Delivery
Eagan, MN 55121
11/24/2026 14:00
Total    $1,650.00`

test.each(['Equipment Requirements', 'Load Requirements', 'Dock Rules', 'Weather Conditions'])(
  'C412 Stops and a total below "%s" are read',
  (heading) => {
    const values = valuesOf(`${heading}\nTwo load bars and straps\n${STOPS}`)
    expect(values).toMatchObject({ pickupCity: 'Dallas', deliveryDate: '2026-11-24' })
    expect(values.total).toBe('1650.00')
  },
)

test('C412 Terms that are printed first, or after the stops, have no values', () => {
  const terms = `Terms and Conditions
The carrier keeps cargo insurance of $100,000.00 and calls the broker at every single stop of the load.
Delivery
Seals stay on until
Louisville, KY 40290
Every claim is sent to the broker within nine months of the day on which the load was delivered.`
  for (const text of [`${terms}\n${STOPS}`, `${STOPS}\n${terms}`]) {
    const { fields, furtherStops } = read(text)
    expect(fields.deliveryCity?.value).toBe('Eagan')
    expect(fields.total?.value).toBe('1650.00')
    expect(furtherStops).toEqual([])
  }
})

test.each([
  ['Mon 11/23', '2026-11-23'],
  ['November 23', '2026-11-23'],
  ['Date: 1/4', '2027-01-04'],
  ['Tue 11/23', undefined],
  ['Monday, 11/24/2026', undefined],
  ['Date: 6/30', undefined],
])('C413 The day %j of a stop is %s', (printed, expected) => {
  expect(valuesOf(`Pickup\nDallas, TX 75201\n${printed}`).pickupDate).toBe(expected)
})

test('C413 On a paper with days before months, a day that can mean two days is a choice', () => {
  const { fields, unsure } = read(
    STOPS.replace('11/23/2026', '04/12/2026').replace('11/24', '23/12'),
  )
  expect(fields.deliveryDate?.value).toBe('2026-12-23')
  expect(fields.pickupDate).toBeUndefined()
  expect(unsure.pickupDate?.map(({ value }) => value)).toEqual(['2026-04-12', '2026-12-04'])
})

test('C413 A line about the pickup below the receiver gives the pickup its day', () => {
  const values = valuesOf(`
Shipper
Dallas, TX 75201
Receiver
Eagan, MN 55121
Pick up November 23 at 8 AM
Deliver November 25 at 2 PM`)
  expect(values).toMatchObject({ pickupDate: '2026-11-23', pickupTime: '08:00' })
  expect(values).toMatchObject({ deliveryDate: '2026-11-25', deliveryTime: '14:00' })
})

test.each([
  ['From: 11/23/2026 07:00\nTo: 11/23/2026 16:00', '07:00-16:00'],
  ['Earliest: 11/23/2026 07:00\nLatest: 11/23/2026 16:00', '07:00-16:00'],
  ['11/23/2026 0700\n11/23/2026 1600', '07:00-16:00'],
  ['Appointment: 11/23/2026 09:30 -\n15:00', '09:30-15:00'],
])('C122 %j is the window of a pickup', (printed, expected) => {
  expect(valuesOf(`Pickup\nDallas, TX 75201\n${printed}`).pickupTime).toBe(expected)
})

test.each([
  ['LOAD CONFIRMATION\n1420 Commerce Parkway\nReference ID HP-994390', 'HP-994390'],
  ['Load Confirmation   1420 Commerce Parkway', undefined],
  ['Carrier Load Confirmation - #554310', '554310'],
  ['MC# 771203\nPRO: 556120', '556120'],
  ['PRO # 556120\nLoad # 77120', '77120'],
  ['Route # 2002771', '2002771'],
  ['Order / Commande # 44120', '44120'],
])('C414 %j has the load number %s', (text, expected) => {
  expect(valuesOf(text).brokerLoadNumber).toBe(expected)
})

test.each([
  [
    'Carrier Pay: $2,000.00\n\n\n\n\nDetention  $100.00\nLayover   $150.00\nTotal     $250.00',
    undefined,
  ],
  [
    'Carrier Pay: $2,000.00\n\n\n\n\nAccessorials (with approval)\nDetention  $100.00\nTotal     $100.00',
    '2000.00',
  ],
  [
    'Units   Value\n12      $48,000.00\nTotal   $48,000.00\n\n\n\n\nCarrier pay: $2,000.00',
    '2000.00',
  ],
  ['Total: $3700.0', '3700.00'],
  ['Rate      USD\n          $1,200.00', '1200.00'],
  ['All-in flat rate USD 2,150.00', '2150.00'],
  ['Carrier rate\n$1,850.00', '1850.00'],
  ['$1850 all in', '1850.00'],
])('C417 %j has the total %s', (text, expected) => {
  expect(valuesOf(text).total).toBe(expected)
})

test.each([
  ['Toronto, ON M5V 2T6', 'Toronto', 'ON', 'M5V 2T6'],
  ['Dallas, Texas 75201', 'Dallas', 'TX', '75201'],
  ['Laval, Quebec', 'Laval', 'QC', undefined],
])('C122 The place %j of a stop is read', (printed, city, state, zip) => {
  const values = valuesOf(`Pickup\n${printed}\n11/23/2026`)
  expect([values.pickupCity, values.pickupState, values.pickupZip]).toEqual([city, state, zip])
})

test('C410 Several loads are never mixed, even if they share a delivery', () => {
  const load = (number: string, city: string, rate: string) =>
    `Load # ${number}\nPickup: ${city} 11/23/2026\nDelivery: Eagan, MN 55121 11/24/2026\nRate: ${rate}\n`
  const text =
    load('551199', 'Dallas, TX 75201', '$900.00') + load('551200', 'Reno, NV 89501', '$950.00')
  const { fields, loads, unsure } = read(text)
  expect([fields, loads]).toEqual([{}, ['551199', '551200']])
  expect(unsure.brokerLoadNumber).toHaveLength(2)
  const second = readConfirmation([typedPage(text)], { ...OPTIONS, load: '551200' }).fields
  expect([second.pickupCity?.value, second.total?.value]).toEqual(['Reno', '950.00'])
})

test('C417 An amount that a narrow cell breaks is not read', () => {
  expect(valuesOf('Total   $3,439\n            .12').total).toBeUndefined()
})

test('C418 An unknown kind of stop above the first pickup of a table makes the pickup a choice', () => {
  const { fields, unsure } = read(`
Stop       Place               Date
Collect    Dallas, TX 75201    11/23/2026
Pickup     Waco, TX 76701      11/23/2026
Delivery   Eagan, MN 55121     11/25/2026`)
  expect(fields.pickupCity).toBeUndefined()
  expect(unsure.pickupCity?.map(({ value }) => value)).toEqual(['Waco'])
  expect(fields.deliveryCity?.value).toBe('Eagan')
})

test('C418 A stop-off without a pickup above it is not the pickup', () => {
  const values = valuesOf(`
STOP-OFF DATE: 11/24/2026
Memphis, TN 38109
DELIVERY DATE: 11/25/2026
Cincinnati, OH 45204`)
  expect([values.pickupCity, values.deliveryCity]).toEqual([undefined, 'Cincinnati'])
})

test('C410 A list of loads fills in nothing, and its numbers are choices', () => {
  const { fields, unsure } = read(`
Load #      Pickup              Date          Delivery            Rate
551199      Dallas, TX 75201    11/23/2026    Eagan, MN 55121     $900.00
551200      Reno, NV 89501      11/24/2026    Boise, ID 83702     $950.00`)
  expect(fields).toEqual({})
  expect(unsure.brokerLoadNumber?.map(({ value }) => value)).toEqual(['551199', '551200'])
})

test.each([
  'Rate: $2.35\nMiles: 850',
  'Line Haul Rate $2.10',
  'Carrier Rate 2.15',
  'Rate $50.00\nPer ton',
  'Rate $150.00\nPer hour',
  'Rate: $120.00   per ton',
  'Rate: $120.00\nRate type: per ton',
  'Pay: $0.58',
  'Total $2.35',
  'Freight Rate $28.50',
  'Payment: $30.00',
])('C417 %j can be the rate of a mile, ton or hour, so it is only offered', (text) => {
  const { fields, totalProblem } = read(text)
  expect(fields.total).toBeUndefined()
  expect(totalProblem?.totals).toHaveLength(1)
})

test.each([
  'Total: 1,650.00 CAD',
  'Total   1,650.00 CDN',
  'Rate: $1,800.00 CAD',
  'Rate: $1,800.00CAD',
  'Total: C$1,650.00',
  'Currency: CAD\n\nTotal: $1,650.00',
  'Total: $1,650.00\n\nAll amounts are in Canadian dollars',
])('C417 %j can be in Canadian dollars, so it is only offered', (text) => {
  const { fields, totalProblem } = read(text)
  expect(fields.total).toBeUndefined()
  expect(totalProblem?.totals).toHaveLength(1)
})

test('C417 A total in US dollars by name is filled in on a paper that also names Canadian dollars', () => {
  expect(valuesOf('Total: $1,200.00 USD\n\n\n\nExchange rate of CAD').total).toBe('1200.00')
})
