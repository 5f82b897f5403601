import { expect, test } from 'vitest'
import { entities } from '#core/entities/entities.ts'
import type { Fields } from '#core/fields/field.ts'
import { isSameRecord, listDifferences } from './versions.ts'

const { make, model, vin, year } = entities.trucks.fields
const fields = { make, model, vin, year } as Fields

test('B22 A field keeps the saved value unless this user edited it', () => {
  const start = { make: 'Volvo', model: 'VNL', vin: '', year: '2020' }
  const saved = { make: 'Mack', model: 'VNR', vin: '', year: '2021' }
  const edited = { make: 'Volvo', model: 'VNX', vin: '', year: '2021' }
  const differences = listDifferences(fields, { start, saved, edited })
  expect(differences.map(({ name, proposed }) => [name, proposed])).toEqual([
    ['make', 'saved'],
    ['model', 'edited'],
  ])
})

test('B22 Without the record as it was opened, the user’s own values are proposed', () => {
  const [saved, edited] = [{ make: 'Mack' }, { make: 'Volvo' }]
  const [difference] = listDifferences(fields, { start: undefined, saved, edited })
  expect(difference).toMatchObject({ name: 'make', proposed: 'edited' })
})

test('B22 Records with the same values are the same, whatever their version', () => {
  const stored = { make: 'Volvo', model: 'VNL', vin: null, year: 2020, version: 3 }
  expect(isSameRecord(fields, { ...stored, version: 2 }, stored)).toBe(true)
  expect(isSameRecord(fields, { ...stored, year: 2021 }, stored)).toBe(false)
})
