import { expect, test } from 'vitest'
import { getEntity } from '#core/entities/entities.ts'
import { addHeading, readPastedCells, readPastedRow } from './paste-row.ts'

const LOADS = getEntity('loads')

test('C61 The cells of a pasted row are read as an import reads them', () => {
  const pasted = {
    'Load #': ['loadId', 'L-1'],
    Truck: ['truckId', '101'],
    Origin: ['pickupPlace', 'Dallas, TX 75201'],
    'PU Date': ['pickupDate', '11/16/2026 08:00'],
    Rate: ['revenue', '$2,400.10'],
    Status: ['deliveryStatus', 'Completed'],
    Paid: ['paymentStatus', 'Completed'],
    Weight: ['weight', '42,000 lbs'],
    Trailer: [null, 'TR-9'],
    Notes: ['notes', ''],
    Destination: ['deliveryPlace', 'Atlanta'],
  } as const
  const row = readPastedRow(LOADS, {
    days: { order: 'mdy', example: null },
    titles: Object.keys(pasted),
    columns: Object.values(pasted).map(([name]) => name),
    preview: [{ line: 2, cells: Object.values(pasted).map(([, cell]) => cell) }],
  })
  expect(row).toEqual({
    text: {
      loadId: 'L-1',
      pickupCity: 'Dallas',
      pickupState: 'TX',
      pickupZip: '75201',
      pickupDate: '2026-11-16',
      revenue: '2400.10',
      deliveryStatus: 'delivered',
      weight: '42000.00',
    },
    links: [{ name: 'truckId', to: 'trucks', label: '101' }],
    problems: {
      paymentStatus: '“Completed” is not a payment status. Choose one',
      deliveryState: '“Atlanta” is not a place such as “Dallas, TX 75201”',
    },
    leftOut: ['Trailer'],
  })
})

test('C61 A pasted row needs a heading once, with the same number of columns', () => {
  const heading = ['Load #', 'Rate']
  const own = { titles: heading, text: 'Load #,Rate\r\nL-1,100\r\n', isOwn: true }
  expect(addHeading([heading, ['L-1', '100']], null)).toEqual(own)
  expect(addHeading([heading, ['L-1', '100']], ['A', 'B'])).toEqual(own)
  expect(addHeading([['L-2', '200']], null)).toBeNull()
  const known = { titles: heading, text: 'Load #,Rate\r\nL-2,200\r\n', isOwn: false }
  expect(addHeading([['L-2', '200']], heading)).toEqual(known)
  expect(addHeading([['L-2', '200', 'x']], heading)).toBeNull()
})

test('C437 Several rows without titles use the titles of an earlier paste', () => {
  const rows = [
    ['E7', '2,700.00'],
    ['E8', '2,800.00'],
  ]
  expect(addHeading(rows, ['Load #', 'Rate'])).toEqual({
    titles: ['Load #', 'Rate'],
    text: 'Load #,Rate\r\nE7,"2,700.00"\r\nE8,"2,800.00"\r\n',
    isOwn: false,
  })
})

test.each<[string, string[][]]>([
  ['E3\t53" Van\tcall\r\n', [['E3', '53" Van', 'call']]],
  [
    'a\t"two\nlines"\tb\r\nc\td\te',
    [
      ['a', 'two\nlines', 'b'],
      ['c', 'd', 'e'],
    ],
  ],
  ['"a ""b"" c\td"\te', [['a "b" c\td', 'e']]],
  ['"Rush" load\tb', [['"Rush" load', 'b']]],
  ['6\' 2"\t"\tx', [['6\' 2"', '"', 'x']]],
  ['a\t\tb\t\r\n\r\n', [['a', '', 'b', '']]],
  ['', []],
])('C437 The copied text %j has the cells %j', (pasted, cells) => {
  expect(readPastedCells(pasted)).toEqual(cells)
})

test('C432 C437 A pasted row has its days, amounts and ZIP codes as an import reads them', () => {
  const row = readPastedRow(LOADS, {
    titles: ['PU Date', 'ST', 'Zip', 'Rate', 'City'],
    columns: ['pickupDate', 'pickupState', 'pickupZip', 'revenue', 'deliveryCity'],
    preview: [{ line: 2, cells: ['20-Nov-26', 'MA', '2118', '$2,150.00 USD', '#N/A'] }],
    days: { order: 'mdy', example: null },
  })
  expect(row.text).toEqual({
    pickupDate: '2026-11-20',
    pickupState: 'MA',
    pickupZip: '02118',
    revenue: '2150.00',
  })
  expect(row.problems).toEqual({ deliveryCity: '“#N/A” is an error of the spreadsheet' })
})
