/** Rates in sentences and with notes, tables whose columns stand close, and places that a column breaks. */
import { expect, test } from 'vitest'
import { readConfirmation } from './read-confirmation.ts'
import type { ReadField } from './reading.ts'
import { typedPage } from './testing/typed-page.ts'

const OPTIONS = {
  today: '2026-11-21',
  company: { name: 'Blue Mesa Trucking LLC', emailDomain: 'bluemesa.example' },
}

function valuesOf(text: string): Partial<Record<ReadField, string>> {
  const { fields } = readConfirmation([typedPage(text)], OPTIONS)
  return Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))
}

test.each([
  ['Rate:      $2,400.00 (flat)', '2400.00'],
  ['Total Carrier Pay:    $1,825.00 ** FLAT **', '1825.00'],
  ['Rate: $2,400.00 all inclusive', '2400.00'],
  ['Freight rate    $2,400.00 per load', '2400.00'],
  ['Total: US$2,150.00', '2150.00'],
  ['All in:    $2,150.00', '2150.00'],
  ['Old rate: $1,900.00    New rate: $2,100.00', '2100.00'],
  ['$2,150.00\nTotal carrier pay (flat)', '2150.00'],
  ['Rate per mile: $2.22\nTotal linehaul: $2,150.00', '2150.00'],
  [
    'Linehaul     $1,700.00\nPermits        $250.00\nEscort         $200.00\nGross pay    $2,150.00',
    '2150.00',
  ],
  ['Linehaul     $1,700.00\nPermits        $250.00\nGross pay    $2,150.00', undefined],
  ['Rate:      $2,400.00 (minus 3% quick pay)', undefined],
])('C600 %j has the total %s', (text, expected) => {
  expect(valuesOf(text).total).toBe(expected)
})

test.each([
  ['We are pleased to confirm this load at the agreed rate of $1,825 all in.', '1825.00'],
  ['We will pay you a flat rate of $3,475.50 for this load.', '3475.50'],
  ["You'll be paid $2,150.00 by Acme Logistics", '2150.00'],
  ['Paying $4,200', '4200.00'],
  [
    'Hi, here is the load for you at\\n$4,200 all in. It is palletized.'.replace('\\n', '\n'),
    '4200.00',
  ],
  ['The agreed rate of $1,825 is reduced by $200 if the truck is late.', undefined],
  ['We will pay you a flat rate of $150 for detention.', undefined],
  ['The previously agreed rate of $1,825 was wrong.', undefined],
  ['The agreed rate is $1,825 all in.\n\n\nThe agreed rate is $1,900 all in.', undefined],
  ['Rate: $1,900.00\n\n\nThe agreed rate is $1,825 all in.', undefined],
])('C601 %j has the total %s', (text, expected) => {
  expect(valuesOf(text).total).toBe(expected)
})

test('C602 A load in one row is read, whichever stop comes first and whatever its days are called', () => {
  const values = valuesOf(`
Load #      Destination       Deliver       Origin            Pickup        Rate
551199      Eagan, MN 55121   11/26/2026    Dallas, TX 75201  11/24/2026    $900.00`)
  expect(values).toMatchObject({ pickupCity: 'Dallas', pickupDate: '2026-11-24' })
  expect(values).toMatchObject({ deliveryCity: 'Eagan', deliveryDate: '2026-11-26' })
})

test('C602 A place below the title of another column is not that of the stop', () => {
  const values = valuesOf(`
Load #      Origin      Ready         Next load         Rate
551199      Dock 4      11/24/2026    Eagan, MN 55121   $900.00`)
  expect(values.pickupCity).toBeUndefined()
})

test('C602 "To" below a pickup day is not the place of the pickup', () => {
  const values = valuesOf(`
From        Dallas, TX 75201
Pickup      11/24/2026 08:00
To          Eagan, MN 55121
Delivery    11/26/2026 14:30`)
  expect(values).toMatchObject({ pickupCity: 'Dallas', deliveryCity: 'Eagan' })
})

test('C602 A line with only a day and its times is no sentence', () => {
  const values = valuesOf(`
Deliver to: Acme, Eagan, MN 55121
On: Monday, November 30, 2026 at 9:00 AM - 12:00 PM CST`)
  expect(values.deliveryDate).toBe('2026-11-30')
})

test.each([
  ['St.             11/24/2026\nLouis, MO', 'St. Louis'],
  ['Winston-        11/24/2026\nSalem, NC', 'Winston-Salem'],
  ['Grand Rapids,   11/24/2026\nMI 49512', 'Grand Rapids'],
  ['A, Winston-     11/24/2026\nSalem, NC', undefined],
])('C603 The city of %j in a column is %s', (cells, expected) => {
  expect(valuesOf(`Pickup          Date\n${cells}`).pickupCity).toBe(expected)
})

test.each([
  ['SHIPPER SYSCO HOUSTON, TX 11/24/2026', undefined],
  ['Pickup in Salt Lake City, UT on 11/24/2026', 'Salt Lake City'],
  ['Pickup: Acme Foods - Dallas, TX - Tue 11/24 at 08:00', 'Dallas'],
])('C603 The city of %j is %s', (text, expected) => {
  expect(valuesOf(text).pickupCity).toBe(expected)
})

test('C603 The rest of a street in a column is no city', () => {
  const values = valuesOf(`
PU    Nimbus Plastics    320 Commerce    Grand Rapids,    12/07/2026
                         Pkwy            MI`)
  expect(values.pickupCity).toBe('Grand Rapids')
})

test('C603 An address above the day of its stop is that of this stop', () => {
  const values = valuesOf(`
Arden Steel
100 Main St
Dallas, TX 75236
Pickup Nov 24, 2026 08:00
Kestrel Tools
9050 County Road 12
Eagan, MN 55121
Delivery Nov 26, 2026 14:30`)
  expect(values).toMatchObject({ pickupCity: 'Dallas', pickupDate: '2026-11-24' })
  expect(values).toMatchObject({ deliveryFacility: 'Kestrel Tools', deliveryCity: 'Eagan' })
})

test('C603 If only some days have an address above them, no address is taken', () => {
  const values = valuesOf(`
Dallas, TX 75236
Pickup Nov 24, 2026 08:00
Eagan, MN 55121
Call before arrival
Delivery Nov 26, 2026 14:30`)
  expect([values.pickupCity, values.deliveryCity]).toEqual([undefined, undefined])
  expect(values).toMatchObject({ pickupDate: '2026-11-24', deliveryDate: '2026-11-26' })
})

test('C602 The days of a row that ends with the total are those of the stops', () => {
  const values = valuesOf(`
Load        Lane                             Pickup        Delivery      Total
551199      Dallas, TX to Eagan, MN          11/24/2026    11/26/2026    $900.00`)
  expect(values).toMatchObject({ pickupDate: '2026-11-24', deliveryDate: '2026-11-26' })
  expect(values.total).toBe('900.00')
})

test('C602 "Delivery" with a day and nothing else is the day of the receiver above it', () => {
  const values = valuesOf(`
Shipper                Consignee
Dallas, TX 75236       Eagan, MN 55121
Pickup: 11/24/2026     Delivery: 11/26/2026`)
  expect(values).toMatchObject({ pickupCity: 'Dallas', pickupDate: '2026-11-24' })
  expect(values).toMatchObject({ deliveryCity: 'Eagan', deliveryDate: '2026-11-26' })
})
