import { expect, test } from 'vitest'
import { getEntity } from '#core/entities/entities.ts'
import { newRecordSchema } from '#core/entities/entity.ts'
import { findStored } from './existing.ts'
import { guessList } from './guess-list.ts'
import { getImportList, IMPORT_ORDER } from './lists.ts'
import { namedRecord } from './named-record.ts'

const BROKERS = [
  { id: 1, companyName: 'Acme', mcNumber: 'MC1', dotNumber: null },
  { id: 2, companyName: 'Bolt', mcNumber: null, dotNumber: null },
  { id: 3, companyName: 'Twin', mcNumber: null, dotNumber: '7' },
  { id: 4, companyName: 'Twin', mcNumber: null, dotNumber: null },
]

test.each<[string, object, number[]]>([
  ['the MC number, whatever the name', { mcNumber: 'mc1', companyName: 'New Name' }, [1]],
  ['the name, if no number differs', { mcNumber: 'MC2', companyName: 'BOLT' }, [2]],
  ['nothing, if a more reliable number differs', { mcNumber: 'MC9', companyName: 'Acme' }, []],
  ['a number of two records of the same name', { dotNumber: '7', companyName: 'Twin' }, [3]],
  ['two records of the same name', { companyName: 'Twin' }, [3, 4]],
  ['nothing without a key', { phone: '1' }, []],
])('C59 A row finds its stored broker by %s', (_, row, ids) => {
  const found = findStored(getEntity('brokers'), { ...row }, BROKERS)
  expect(found.map(({ id }) => id)).toEqual(ids)
})

test('C59 A driver who was created by name is found by the name, and keeps a blank license', () => {
  const drivers = getEntity('drivers')
  const made = namedRecord(drivers, 'Ann', '2026-11-22')
  expect(made).toMatchObject({
    name: 'Ann',
    email: '',
    licenseNumber: '',
    licenseExpiration: '2026-11-22',
    paymentMethod: 'direct-deposit',
    status: 'active',
    notes: null,
  })
  const row = { name: 'ann', licenseNumber: 'D1' }
  expect(findStored(drivers, row, [{ id: 5, ...made }])).toHaveLength(1)
})

test('C59 A number matches the same number first, then a number in another letter case', () => {
  const [upper, lower] = [
    { id: 1, truckId: 'T-9' },
    { id: 2, truckId: 't-9' },
  ]
  const find = (truckId: string, stored: object[]) =>
    findStored(getEntity('trucks'), { truckId }, stored as Record<string, unknown>[])
  expect(find('t-9', [upper, lower])).toEqual([lower])
  expect(find('t-9', [upper])).toEqual([upper])
})

test('C59 A license number of another state is the license of another driver', () => {
  const stored = [{ id: 1, name: 'Ann', licenseNumber: 'D1', licenseState: 'TX' }]
  const find = (licenseState: string) =>
    findStored(getEntity('drivers'), { name: 'Ann', licenseNumber: 'd1', licenseState }, stored)
  expect([find('tx').length, find('').length, find('OK').length]).toEqual([1, 1, 0])
})

test('C59 A broker that is created from only a name has everything that a broker needs', () => {
  const brokers = getEntity('brokers')
  const made = namedRecord(brokers, 'Acme', '2026-11-22')
  expect(newRecordSchema(brokers.fields).safeParse(made).success).toBe(true)
})

test.each([
  ['brokers', ['Customer', 'MC #', 'Phone', 'Terms'], 'export.csv'],
  ['owners', ['Name', 'Phone', 'Email', 'Address', 'Pay Method', 'EIN'], 'payees.csv'],
  ['drivers', ['Driver Name', 'Cell', 'CDL #', 'CDL St', 'CDL Exp.'], 'people.csv'],
  ['trucks', ['Unit', 'Make', 'Model', 'Year', 'VIN', 'Owner Name'], 'fleet.csv'],
  ['trucks', ['Unit', 'Year', 'VIN', 'Plate'], 'units.csv'],
  ['trailers', ['Trailer No', 'Type', 'Year', 'VIN', 'Plate'], 'equipment.csv'],
  ['trailers', ['Unit', 'Type', 'Year', 'VIN', 'Tag', 'State'], 'Trailers 2026.xlsx'],
  ['loads', ['Load No', 'Unit #', 'PU Date', 'From St', 'To St', 'Rate'], 'a.csv'],
  ['loads', ['Reference ID', 'Origin', 'Destination', 'Pick Up Date', 'Rate'], 'board.csv'],
  ['dispatchers', ['Name', 'Phone', 'Email', 'Extension'], 'office.csv'],
  ['charges', ['Load #', 'Charge', 'Amount'], 'a.csv'],
  ['charges', ['Load', 'Number', 'Charge', 'Description', 'Quantity', 'Rate', 'Amount'], 'b.csv'],
  ['loads', ['Load #', 'Charges', 'Amount', 'Pickup Date', 'Pickup State'], 'c.csv'],
])('C60 C520 A file is recognized as %s by its titles %j', (name, titles, fileName) => {
  expect(guessList(titles, fileName)).toBe(name)
})

test('C60 Every list is imported after the lists that its records link to', () => {
  for (const [at, name] of IMPORT_ORDER.entries()) {
    const links = Object.values(getImportList(name).fields).flatMap(({ to }) => (to ? [to] : []))
    for (const to of links) expect(IMPORT_ORDER.indexOf(to)).toBeLessThan(at)
  }
})
