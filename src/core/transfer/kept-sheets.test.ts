/** Spreadsheets as people keep them: two rows of titles, groups of rows, several values in a cell, and words for a value that is not known. */
import { describe, expect, test } from 'vitest'
import { getEntity } from '#core/entities/entities.ts'
import type { Field } from '#core/fields/field.ts'
import { isUnknown, parseCell, US_STYLE } from './cells.ts'
import { listCombined } from './combined-columns.ts'
import { openDayVotes } from './day-order.ts'
import { describeSection } from './footers.ts'
import { countKnownTitles } from './guess-list.ts'
import { findTitles } from './heading.ts'
import { matchColumns } from './match-columns.ts'
import { parsePlace } from './places.ts'

const LOADS = getEntity('loads')
const fieldOf = (name: string) => LOADS.fields[name] as Field
const NONE = new Map<string, string | null>()
const match = (titles: string[], ...sample: string[][]) => matchColumns(LOADS, titles, NONE, sample)

describe('A heading of two rows', () => {
  const find = (...rows: string[][]) =>
    findTitles(rows, (titles) => countKnownTitles('loads', titles))
  const upper = ['Load #', 'Broker', 'Pickup', '', '', 'Delivery', '', '', 'Rate']
  const lower = ['', '', 'Date', 'City', 'State', 'Date', 'City', 'State', '']
  const record = ['1001', 'Acme', '11/2/2026', 'Reno', 'NV', '11/3/2026', 'Ogden', 'UT', '900']

  test('C510 has the titles of both rows, and records begin below them', () => {
    const heading = find(['Rook Freight LLC'], upper, lower, record)
    expect(heading?.at).toBe(2)
    expect(heading?.titles).toEqual([
      ...['Load #', 'Broker', 'Pickup Date', 'Pickup City', 'Pickup State'],
      ...['Delivery Date', 'Delivery City', 'Delivery State', 'Rate'],
    ])
  })

  test('C510 is no record, and a record is no part of it', () => {
    const titles = ['Load #', 'PU Date', 'Origin', 'Destination', 'Rate']
    const words = ['A', 'TBD', 'Reno, NV', 'Ogden, UT', 'TBD']
    expect(find(titles, words)).toEqual({ at: 0, titles })
    expect(find(titles, record)).toEqual({ at: 0, titles })
    expect(find(['a', 'b'], ['c', 'd'])).toBeNull()
  })
})

test.each([
  ['WEEK 44', true],
  ['MONDAY', true],
  ['Truck 901', true],
  ['Luis Ramirez', true],
  ['1001', false],
  ['A1001', false],
])('C510 A row with only %j groups the rows below it: %j', (text, isSection) => {
  const titles = ['Load #', 'Truck', 'PU Date', 'Rate']
  expect(describeSection([text, '', '', ''], titles)).toBe(isSection ? text : null)
  expect(describeSection([text, '', '', '5'], titles)).toBeNull()
})

describe('A cell of several fields', () => {
  const { lane, truckAndDriver } = listCombined(LOADS)
  test.each([
    ['Dallas, TX - Atlanta, GA', 'Dallas TX Atlanta GA'],
    ['Dallas TX → Atlanta GA', 'Dallas TX Atlanta GA'],
    ['Dallas, TX 75201 to Atlanta, Georgia 30303', 'Dallas TX Atlanta GA'],
    ['Winston-Salem, NC-Coeur d’Alene, ID', 'Winston-Salem NC Coeur d’Alene ID'],
    ['Dallas, TX/Atlanta, GA', 'Dallas TX Atlanta GA'],
    ['Dallas, TX - Waco, TX - Atlanta, GA', null],
    ['Route 66', null],
    ['Dallas - Atlanta', null],
  ])('C511 The lane %j is %j', (cell, places) => {
    const parts = lane?.split(cell)
    const { pickupCity, pickupState, deliveryCity, deliveryState } = parts ?? {}
    expect(parts ? [pickupCity, pickupState, deliveryCity, deliveryState].join(' ') : null).toBe(
      places,
    )
  })

  test.each([
    ['101 / Ann Lee', '101', 'Ann Lee'],
    ['Ann Lee - 101', '101', 'Ann Lee'],
    ['T-1 / O’Neil, Pete', 'T-1', 'O’Neil, Pete'],
    ['T-1 | Pete O’Neil-Diaz', 'T-1', 'Pete O’Neil-Diaz'],
    ['Ann Lee (#101)', '#101', 'Ann Lee'],
    ['101 Ann Lee', '101', 'Ann Lee'],
    ['Truck 101 - Ann', 'Truck 101', 'Ann'],
    ['Truck 101', null, null],
    ['101 / 5302', null, null],
    ['Ann Lee / Bob Day', null, null],
  ])('C511 In %j the truck is %j and the driver %j', (cell, truckId, driverId) => {
    const parts = truckAndDriver?.split(cell)
    expect(parts ?? null).toEqual(driverId === null ? null : { truckId, driverId })
  })

  test('C511 The cells show whether a column is a lane, or names truck and driver', () => {
    expect(match(['Lane'], ['Dallas, TX - Atlanta, GA'], ['TBD'])).toEqual(['lane'])
    expect(match(['Route'], ['R-12'])).toEqual([null])
    expect(match(['Truck/Driver'], ['101 / Ann Lee'])).toEqual(['truckAndDriver'])
    expect(match(['Driver'], ['Ann Lee (101)'])).toEqual(['truckAndDriver'])
    expect(match(['Unit #', 'Driver Name'], ['101', 'Driver 7'])).toEqual(['truckId', 'driverId'])
    expect(match(['Unit', 'Driver'], ['Truck 7', 'Ann Lee'])).toEqual(['truckId', 'driverId'])
    expect(match(['Truck', 'Driver'], ['101 Volvo', 'N/A'])).toEqual(['truckId', 'driverId'])
  })

  test('C511 A state can be written out', () => {
    expect(parsePlace('Newark, New Jersey')).toEqual({ city: 'Newark', state: 'NJ', zip: '' })
    expect(parsePlace('Laval, Québec H7A 1A1')?.state).toBe('QC')
    expect(parseCell(fieldOf('pickupState'), 'West Virginia')).toBe('WV')
    for (const city of ['New York', 'Kansas City', 'Oklahoma City'])
      expect(parsePlace(city)).toBeNull()
  })
})

test('C512 TBD, N/A and a question mark are no day and no amount, but can be a text', () => {
  const [deliveryDate, weight, poNumber] = ['deliveryDate', 'weight', 'poNumber'].map(fieldOf) as [
    Field,
    Field,
    Field,
  ]
  for (const word of ['TBD', 't.b.d.', 'TBA', 'N/A', 'na', '?', '--', 'Unknown']) {
    expect(isUnknown(word)).toBe(true)
    expect(parseCell(deliveryDate, word)).toBeUndefined()
    expect(parseCell(weight, word)).toBeUndefined()
    expect(parseCell(poNumber, word)).toBe(word)
  }
  for (const word of ['TBDX', 'Nathan', '0', 'Nan']) expect(isUnknown(word)).toBe(false)
})

describe('Days without a year', () => {
  const day = (cell: string, year?: { of: number } | { near: string }) =>
    parseCell(fieldOf('pickupDate'), cell, { ...US_STYLE, year })

  test('C513 are no days until the user says the year', () => {
    expect(day('3-Nov')).toBe('3-Nov')
    for (const cell of ['3-Nov', '11/3', 'Nov 3', 'Tue 11/3 08:00', 'Nov. 3rd'])
      expect(day(cell, { of: 2026 })).toBe('2026-11-03')
    expect(day('Mon 11/3', { of: 2026 })).toBe('Mon 11/3')
    expect(day('11/3/2025', { of: 2026 })).toBe('2025-11-03')
  })

  test('C513 are each the nearest to today, over New Year too', () => {
    const near = { near: '2027-01-04' }
    expect(day('28-Dec', near)).toBe('2026-12-28')
    expect(day('5-Jan', near)).toBe('2027-01-05')
    expect(day('29-Feb', { near: '2028-01-04' })).toBe('2028-02-29')
  })

  test('C513 are named by the check, and show whether the month is first', () => {
    const votes = openDayVotes()
    for (const cell of ['3/11', '25/11', '']) votes.note(cell)
    expect(votes.decide()).toEqual({ order: 'dmy', example: null, yearless: '3/11' })
  })

  test('C513 A column of them is a day', () => {
    expect(match(['PU', 'DEL'], ['26-Oct', '27-Oct'])).toEqual(['pickupDate', 'deliveryDate'])
  })
})

test.each<[string, (string | null)[]]>([
  [
    'Ld | Trk# | Dvr | P/U Date | Wt | Mi | Gross Rev',
    ['loadId', 'truckId', 'driverId', 'pickupDate', 'weight', 'miles', 'revenue'],
  ],
  ['Order | Bill To | Power Unit', ['loadId', 'brokerId', 'truckId']],
  ['Broker / Customer | Bill To', ['brokerId', null]],
  ['Line Haul | Fuel Surcharge | Total Charges', [null, null, 'revenue']],
  ['Total Miles | Rate', ['miles', 'revenue']],
  [
    'Shipper Name | Shipper City | Consignee Name | Consignee City',
    [null, 'pickupCity', null, 'deliveryCity'],
  ],
  ['PU 1 Date | DO 1 Date | Ship Date', ['pickupDate', 'deliveryDate', null]],
  ['Shipper City/ST | Receiver City/ST', ['pickupPlace', 'deliveryPlace']],
  ['Origin DH | Destination DH', ['emptyMiles', null]],
  ['Origin City Name | Delivery #', ['pickupCity', null]],
])('C517 The titles %s are matched', (titles, columns) => {
  expect(match(titles.split(' | '))).toEqual(columns)
})

test.each([
  [['Van', 'Reefer', 'TBD'], null],
  [["53' Dry Van", '48 ft Flatbed', "Reefer 53'"], null],
  [['53 Dry Van', "53'"], null],
  [['Van', 'R-204'], 'trailerId'],
  [['53', '48'], 'trailerId'],
  [['TBD'], 'trailerId'],
])('C552 A load’s Trailer %j is matched to %s', (cells, field) => {
  const rows = cells.map((cell) => ['L-1', cell])
  expect(match(['Load #', 'Trailer'], ...rows)).toEqual(['loadId', field])
})

test('C517 A load board’s Truck is the equipment', () => {
  const titles = ['DH-O', 'Truck', 'Trip']
  expect(match(titles, ['12', 'VR', '900'], ['9', 'F', '80'])).toEqual([
    'emptyMiles',
    null,
    'miles',
  ])
  expect(match(titles, ['12', '101', '900'])).toEqual(['emptyMiles', 'truckId', 'miles'])
})
