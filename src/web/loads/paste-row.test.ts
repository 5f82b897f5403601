import { expect, test } from 'vitest'
import { getEntity } from '#core/entities/entities.ts'
import { addHeading, readPastedRow } from './paste-row.ts'

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
  expect(addHeading('Load #\tRate\nL-1\t100\n', null)).toBe('Load #\tRate\nL-1\t100\n')
  expect(addHeading('L-2\t200\n', null)).toBeNull()
  expect(addHeading('L-2\t200\n', 'Load #\tRate')).toBe('Load #\tRate\nL-2\t200\n')
  expect(addHeading('L-2\t200\tx\n', 'Load #\tRate')).toBeNull()
})
