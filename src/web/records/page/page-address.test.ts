import { expect, test } from 'vitest'
import { getEntity } from '#core/entities/entities.ts'
import { defaultColumns, type AnyRecord } from '#core/entities/entity.ts'
import { settlementHistory } from '#core/settlements/history.ts'
import { cellAddress, readPathId } from './page-address.ts'

const record: AnyRecord = {
  id: 7,
  userId: 'u',
  version: 1,
  createdAt: '',
  updatedAt: '',
  loadId: 'L-1',
  truckId: 3,
  driverId: 4,
  brokerId: null,
  labels: { truckId: '104', driverId: null, brokerId: null },
}

function addresses(listing: Parameters<typeof cellAddress>[0]): Record<string, string | undefined> {
  const columns = defaultColumns(listing as Parameters<typeof defaultColumns>[0])
  return Object.fromEntries(
    columns.map((column) => [column.title, cellAddress(listing, column, record)]),
  )
}

test('C54 A record and its links lead to pages; N/A and Unknown do not', () => {
  const { Truck, Driver, Route, ...others } = addresses(getEntity('loads'))
  expect(others['Load #']).toBe('/loads/7')
  expect({ Truck, Driver, Route }).toEqual({
    Truck: '/trucks/3',
    Driver: undefined,
    Route: undefined,
  })
})

test('C54 The name of a row that is not an entity has no link', () => {
  expect(addresses(settlementHistory)['Settlement Date']).toBe(undefined)
})

test('C54 A payee is the owner, or the driver of a truck without one', () => {
  const column = { title: 'Payee', fields: ['ownerId', 'driverId'] } as const
  const address = (values: object) =>
    cellAddress(settlementHistory, column, { ...record, ...values } as AnyRecord)
  const driver = { ownerId: null, driverId: 4, labels: { ownerId: null, driverId: 'Dan' } }
  expect(address(driver)).toBe('/drivers/4')
  expect(address({ ownerId: 9, driverId: null, labels: { ownerId: 'Ann' } })).toBe('/owners/9')
})

test.each([
  ['7', 7],
  ['0', null],
  ['07', null],
  ['7a', null],
  ['9999999999999999', null],
  ['', null],
])('C54 The id of the path "%s" is %s', (text, id) => expect(readPathId(text)).toBe(id))
