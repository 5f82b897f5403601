import { describe, expect, test } from 'vitest'
import { matchColumns } from './match-columns.ts'
import { getEntity, everyEntity } from '#core/entities/entities.ts'
import type { EntityName } from '#core/fields/field.ts'

const NONE_REMEMBERED = new Map<string, string | null>()

function matchTitles(name: EntityName, titles: string[], remembered = NONE_REMEMBERED) {
  return matchColumns(getEntity(name), titles, remembered)
}

describe.each(everyEntity)('B51 $name', (entity) => {
  test('B51 A file with our own titles matches every field', () => {
    const fields = Object.entries(entity.fields)
    const titles = fields.map(([, { label }]) => label)
    const names = fields.map(([name, { kept }]) => (kept ? null : name))
    expect(matchColumns(entity, titles, NONE_REMEMBERED)).toEqual(names)
  })
})

test.each<[EntityName, Record<string, string | null>]>([
  [
    'loads',
    {
      'Load No.': 'loadId',
      'Unit #': 'truckId',
      'Trailer No': 'trailerId',
      'Driver Name': 'driverId',
      Customer: 'brokerId',
      Commodity: 'cargoType',
      'Weight (lbs)': 'weight',
      'From City': 'pickupCity',
      'From St': 'pickupState',
      'Origin Zip Code': 'pickupZip',
      'PU Date': 'pickupDate',
      'Dest. City': 'deliveryCity',
      'To State': 'deliveryState',
      'Drop-off Zip': 'deliveryZip',
      'Del Date': 'deliveryDate',
      'Total Miles': 'miles',
      'Deadhead Miles': 'emptyMiles',
      Rate: 'revenue',
      'Rate per mile': null,
      Total: null,
      Status: null,
    },
  ],
  ['trucks', { Unit: 'truckId', 'VIN #': 'vin', 'Plate No': 'licensePlate' }],
  [
    'trailers',
    {
      Unit: 'trailerId',
      'Trailer Type': 'kind',
      'VIN #': 'vin',
      Tag: 'licensePlate',
      State: 'plateState',
      Lessor: 'ownerId',
    },
  ],
  [
    'drivers',
    {
      Driver: 'name',
      Cell: 'phone',
      'CDL #': 'licenseNumber',
      'CDL St': 'licenseState',
      'CDL Exp.': 'licenseExpiration',
    },
  ],
  ['brokers', { Broker: 'companyName', MC: 'mcNumber', 'USDOT #': 'dotNumber' }],
])('B51 Trade terms match the fields of %s', (name, titles) => {
  expect(matchTitles(name, Object.keys(titles))).toEqual(Object.values(titles))
})

test.each([
  ['BOL #', 'bolNumber'],
  ['BOL', 'bolStatus'],
  ['Bill of Lading', null],
  ['Customer Load #', 'brokerLoadNumber'],
  ['Broker Ref #', 'brokerLoadNumber'],
  ['PO', 'poNumber'],
  ['Purchase Order', 'poNumber'],
  ['PU #', 'pickupNumber'],
  ['Shipper No.', 'pickupNumber'],
  ['Pickup', null],
  ['PU Appt', 'pickupTime'],
  ['Del Time', 'deliveryTime'],
  ['Dispatcher Name', 'dispatcherId'],
  ['Pcs', 'pieces'],
])('C127 C128 The column "%s" of a file is %s', (title, field) => {
  expect(matchTitles('loads', [title])).toEqual([field])
})

test('B51 A remembered choice beats our own title, which beats a trade term', () => {
  expect(matchTitles('loads', ['Rate', 'Revenue'])).toEqual([null, 'revenue'])
  const chosen = new Map([
    ['rate', 'miles'],
    ['customer', null],
  ])
  expect(matchTitles('loads', ['Miles', 'Rate', 'Customer'], chosen)).toEqual([null, 'miles', null])
})

test('B51 C58 "Trip" means the miles beside a deadhead column of a load board, else nothing', () => {
  expect(matchTitles('loads', ['Trip', 'DH-O'])[0]).toBe('miles')
  expect(matchTitles('loads', ['Trip', 'DH Origin'])[0]).toBe('miles')
  expect(matchTitles('loads', ['Trip', 'Deadhead Miles'])[0]).toBeNull()
  expect(matchTitles('loads', ['Trip', 'Trip #'])).toEqual([null, 'loadId'])
})

test.each(['#', 'x ', 'é', 'Load # '])('B51 A title of 4 MB of %j is compared', (text) => {
  const title = text.repeat((4 * 1024 * 1024) / text.length)
  expect(matchTitles('loads', [title, 'Rate'])).toEqual([null, 'revenue'])
})
