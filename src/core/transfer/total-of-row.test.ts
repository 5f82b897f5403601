/** Titles and totals of files that nobody prepared: exports of other programs, Google Sheets, portals. */
import { expect, test } from 'vitest'
import { getEntity } from '#core/entities/entities.ts'
import { openDayVotes } from './day-order.ts'
import { countKnownTitles } from './guess-list.ts'
import { findTitles } from './heading.ts'
import { matchColumns } from './match-columns.ts'

const LOADS = getEntity('loads')
const match = (titles: string[], ...rows: string[][]) =>
  matchColumns(LOADS, titles, new Map(), rows)

test('C517 A total that is the sum of the rate and the charges beside it is the revenue', () => {
  const titles = ['Load #', 'Linehaul', 'FSC', 'Total']
  const rows = [
    ['1', '$2,300.00', '150.00', '2,450.00'],
    ['2', '1800', '-', '1800'],
  ]
  expect(match(titles, ...rows)).toEqual(['loadId', null, null, 'revenue'])
  expect(match(['Load #', 'Rate', 'Detention', 'Total'], ...rows)).toEqual([
    'loadId',
    null,
    null,
    'revenue',
  ])
})

test('C517 A total that is no such sum is left to the user, and so is a line haul beside it', () => {
  const row = ['1', '2300', '150', '2000']
  expect(match(['Load #', 'Line Haul', 'FSC', 'Total'], row)).toEqual(['loadId', null, null, null])
  expect(match(['Load #', 'Rate', 'Advance', 'Total'], row)).toEqual([
    'loadId',
    'revenue',
    null,
    null,
  ])
  expect(match(['Load #', 'Line Haul', 'FSC'], row)).toEqual(['loadId', 'revenue', null])
})

test('C517 A date can be named before or after its stop, with its time', () => {
  expect(match(['Date Picked Up', 'Date Delivered'])).toEqual(['pickupDate', 'deliveryDate'])
  expect(match(['Pickup Date/Time', 'Delivery Date/Time'])).toEqual(['pickupDate', 'deliveryDate'])
})

test('C517 An origin beside its state is a city, and a shipper is none', () => {
  const row = ['Dallas', 'TX', 'St. Louis', 'MO']
  expect(match(['Origin', 'State', 'Destination', 'State'], row)).toEqual([
    'pickupCity',
    'pickupState',
    'deliveryCity',
    'deliveryState',
  ])
  expect(match(['Shipper', 'State', 'Consignee', 'State'], row)).toEqual([
    null,
    'pickupState',
    null,
    'deliveryState',
  ])
})

test('C517 Brokers of other programs have "MC/FF #" and "AP Email"', () => {
  const brokers = getEntity('brokers')
  const titles = ['Customer Name', 'MC/FF #', 'AP Email']
  expect(matchColumns(brokers, titles, new Map())).toEqual([
    'companyName',
    'mcNumber',
    'invoiceEmail',
  ])
})

test('C510 A title over two columns names only the one that needs it', () => {
  const find = (upper: string[]) =>
    findTitles(
      [
        ['Loads of November', '', '', '', ''],
        upper,
        ['#', 'Truck', 'Date', 'City', 'Rate'],
        ['G-1', '101', '11/2/2026', 'Dallas', '900'],
      ],
      (titles) => countKnownTitles('loads', titles),
    )
  const titles = ['Load #', 'Truck', 'Pickup Date', 'Pickup City', 'Rate']
  expect(find(['Load', '', 'Pickup', '', 'Pay'])).toEqual({ at: 2, titles })
  // A merged cell of a workbook has its value in each of its columns.
  expect(find(['Load', 'Load', 'Pickup', 'Pickup', 'Pay'])).toEqual({ at: 2, titles })
})

test('C431 A weekday shows which number is the month', () => {
  const decide = (...cells: string[]) => {
    const votes = openDayVotes()
    for (const cell of cells) votes.note(cell)
    return votes.decide()
  }
  expect(decide('Tue 11/3/2026')).toEqual({ order: 'mdy', example: null })
  expect(decide('Wed 11/3/2026', '5/4/2026')).toEqual({ order: 'dmy', example: null })
  expect(decide('11/3/2026')).toEqual({ order: 'mdy', example: '11/3/2026' })
})
