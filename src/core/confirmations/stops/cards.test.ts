/** Days above the headings of stops, cities that a narrow cell breaks, kinds beside names, and loads without numbers. */
import { expect, test } from 'vitest'
import { readConfirmation } from '#core/confirmations/read-confirmation.ts'
import { typedPage } from '#core/confirmations/testing/typed-page.ts'

const OPTIONS = { today: '2026-11-21', company: { name: '', emailDomain: '' } }

function read(text: string) {
  const { fields, unsure, furtherStops } = readConfirmation([typedPage(text)], OPTIONS)
  return {
    ...Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value])),
    unsure: Object.fromEntries(
      Object.entries(unsure).map(([name, reads]) => [name, reads.map(({ value }) => value)]),
    ),
    further: furtherStops.map(({ kind, read: { value } }) => `${kind} ${value}`),
  }
}

const CARDS = `
Shipment 552088
Mon, Nov 23 · 7:00 AM – 11:00 AM
Pickup
Valley Greens Cooling
1355 Abbott St, Salinas, CA 93901
Wed, Nov 25 · 5:00 AM
Dropoff
Cascade Produce
7000 Airport Way, Portland, OR 97218`

test('C593 A day above the heading of each stop is the day of this stop', () => {
  expect(read(CARDS)).toMatchObject({
    pickupDate: '2026-11-23',
    pickupTime: '07:00-11:00',
    deliveryDate: '2026-11-25',
    deliveryTime: '05:00',
  })
})

test('C593 If the day above the pickup has other words, the one between the stops is a choice', () => {
  const { unsure, ...fields } = read(CARDS.replace('Mon, Nov 23', 'Ada confirmed Nov 19'))
  expect(unsure).toMatchObject({ pickupDate: ['2026-11-25'] })
  expect(fields).not.toHaveProperty('pickupDate')
  expect(fields).not.toHaveProperty('deliveryDate')
})

test('C593 A day of the paper above the pickup moves no day that is below its heading', () => {
  expect(
    read(`
11/19/2026
Pickup
Dallas, TX 75201
11/23/2026
Delivery
Boise, ID 83702
11/25/2026`),
  ).toMatchObject({ pickupDate: '2026-11-23', deliveryDate: '2026-11-25' })
})

test('C594 A city that the cell breaks is not read from its last word', () => {
  const fields = read(`
Pickup     Great Basin Salt                  11/24/2026
           9800 W North Temple, Salt Lake
           City, UT 84116
Delivery   Peak Foods                        11/25/2026
           3100 Airport Rd
           Angeles, CA 90012`)
  expect(fields).toMatchObject({ pickupState: 'UT', pickupZip: '84116', deliveryState: 'CA' })
  expect(fields).not.toHaveProperty('pickupCity')
  expect(fields).not.toHaveProperty('deliveryCity')
})

test('C594 A city below its company is read', () => {
  expect(
    read(`
Pickup     Basin Salt, Inc               11/24/2026
           Reno, NV 89506
Delivery   Peak Foods                    11/25/2026
           Boise, ID 83702`),
  ).toMatchObject({ pickupCity: 'Reno', deliveryCity: 'Boise' })
})

test('C594 A column that breaks a city gives the whole of it', () => {
  expect(
    read(`
           Name        City          State   Zip      Arrive
SHIPPER    Wheatland   Garden        KS      67846    11/23/2026
           Mill        City                           08:00
CONSIGNEE  Ozark       Springfield   MO      65802    11/24/2026
           Bakery                                     06:00`),
  ).toMatchObject({ pickupCity: 'Garden City', deliveryCity: 'Springfield' })
})

test('C122 The kind of a stop can be beside its number and its company', () => {
  expect(
    read(`
PU 1   NORTH SHORE PAPER            Date:  11/24/2026 0700
       100 MILL ST
       CLOQUET, MN 55720
SO 2   DELTA PRINTING               Date:  11/25/2026 0800
       9 PRESS LN
       MADISON, WI 53704
SO 3   HOOSIER FORMS                Date:  11/26/2026 0900
       77 SPEEDWAY AVE
       INDIANAPOLIS, IN 46222`),
  ).toMatchObject({
    pickupCity: 'CLOQUET',
    deliveryCity: 'INDIANAPOLIS',
    deliveryDate: '2026-11-26',
    further: [expect.stringContaining('MADISON')],
  })
})

test('C122 A drop in a table below a pickup is no pickup', () => {
  const { further } = read(`
1  Pickup   Fox Cheese        Appleton, WI 54911   11/23/2026
2  Drop Buckeye Grocers       Columbus, OH 43207   11/24/2026
3  Drop Lake Foods            Akron, OH 44306      11/25/2026`)
  expect(further.filter((stop) => stop.startsWith('pickup'))).toEqual([])
})

test('C122 A stop is named in English and in French or Spanish, and its place can be above its company', () => {
  expect(
    read(`
Expéditeur / Shipper: Scierie Beauce, 10 rue du Moulin, Saint-Georges, QC G5Y 5B8
Date: 2026-11-24
Delivery / Entrega: Manchester, NH 03101 Granite Homes
Date: 2026-11-25`),
  ).toMatchObject({
    pickupCity: 'Saint-Georges',
    deliveryCity: 'Manchester',
    deliveryDate: '2026-11-25',
  })
})

test.each([
  `
Load A - $1,200
PU: Reno, NV 11/24 0800
DEL: Boise, ID 11/25 0900
Load B - $900
PU: Boise, ID 11/25 1300
DEL: Spokane, WA 11/26 0800`,
  `
Load 1 of 2: Reno NV to Boise ID, PU 11/24 8am DEL 11/25 9am
Load 2 of 2: Boise ID to Spokane WA, PU 11/25 1pm DEL 11/26 8am`,
  `
Load A-77120 from Gary, IN to Nashville, TN.
Pickup is 11/24 at 10:00. Rate $1,600.00
Load A-77121 from Nashville, TN to Gary, IN.`,
])('C595 Two loads without parts of their own are never mixed', (text) => {
  const { unsure, ...fields } = read(text)
  expect(fields).toEqual({ further: [] })
  expect(Object.keys(unsure).filter((name) => name !== 'brokerLoadNumber')).toEqual([])
})

test('C595 Pickups and deliveries in turn are one load, if it has one amount', () => {
  expect(
    read(`
PU: Reno, NV 11/24 0800
DEL: Boise, ID 11/25 0900
PU: Boise, ID 11/25 1300
DEL: Spokane, WA 11/26 0800
Total $2,100.00`),
  ).toMatchObject({ pickupCity: 'Reno', deliveryCity: 'Spokane', total: '2100.00' })
})

test.each([
  ['11/23/2026 08:00-12:00', '08:00-12:00'],
  ['11/23/2026 07:30-11:30', '07:30-11:30'],
  ['Date:11/23/2026 08:00', '08:00'],
])('C413 The window of %s is read', (day, time) => {
  expect(
    read(`
Pickup: Norfolk, VA 23510 ${day}
Delivery: Erie, PA 16501 11/24/2026`),
  ).toMatchObject({ pickupDate: '2026-11-23', pickupTime: time })
})

test('C413 A limit is no time of an appointment', () => {
  const fields = read(`
Pickup: Norfolk, VA 23510 11/23/2026 before 14:00
Delivery: Erie, PA 16501 11/24/2026 no later than 5 PM`)
  expect(fields).toMatchObject({ pickupDate: '2026-11-23', deliveryDate: '2026-11-24' })
  expect(fields).not.toHaveProperty('pickupTime')
  expect(fields).not.toHaveProperty('deliveryTime')
})

test('C122 The first stop that is read is no pickup if its number is a later one', () => {
  const later = `
2) STOP: Bakersfield, CA 93307 11/24/2026 12:00
3) UNLOAD: Phoenix, AZ 85043 11/25/2026 08:00`
  expect(read(`\n1) TAKE: Stockton, CA 95206 11/24/2026 06:00${later}`)).not.toHaveProperty(
    'pickupCity',
  )
  expect(read(`\n1) LOAD: Stockton, CA 95206 11/24/2026 06:00${later}`)).toMatchObject({
    pickupCity: 'Stockton',
    deliveryCity: 'Phoenix',
  })
})

test('C120 A number with a space in it is not read in part', () => {
  expect(read('PO 4500 8812\nPickup: Reno, NV 11/24')).not.toHaveProperty('poNumber')
  expect(read('PO # 45008812 42000 lbs')).toMatchObject({ poNumber: '45008812' })
})

test.each([
  'Payout $2,975.00',
  'Flat: $2,975.00',
  'Taux / Rate: $2,975.00',
  'Rate / Tarifa: $2,975.00',
])('C121 %s is the total', (total) => {
  expect(
    read(`Pickup: Reno, NV 11/24/2026\nDelivery: Boise, ID 11/25/2026\n${total}`),
  ).toMatchObject({
    total: '2975.00',
  })
})

test('C120 The name of a company begins behind the day and ends before its comma', () => {
  expect(
    read(`
Pickup: 11/23/2026 08:00 — Stelco Yard 4, 386 Wilcox St, Hamilton, ON L8L 8K5
Delivery: 11/24/2026 by noon, Front Range Packaging, 4800 Dahlia St, Denver, CO 80216`),
  ).toMatchObject({
    pickupFacility: 'Stelco Yard 4',
    deliveryFacility: 'Front Range Packaging',
    deliveryAddress: '4800 Dahlia St',
  })
})
