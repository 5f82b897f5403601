import { expect, test } from 'vitest'
import { entities } from '#core/entities/entities.ts'
import type { Field, Fields } from '#core/fields/field.ts'
import {
  blankText,
  readForm,
  shownFields,
  tidyQuantity,
  tidyYear,
  toFormText,
} from './form-text.ts'

const loads: Fields = entities.loads.fields
const trucks: Fields = entities.trucks.fields
const { miles } = entities.loads.fields

test.each([
  ['480.00', '480'],
  ['1204.50', '1204.5'],
  ['1,204.5', '1204.5'],
  ['0.00', '0'],
  ['100', '100'],
  ['', '0'],
  ['  ', '0'],
  ['about 500', 'about 500'],
])('A5.load.2 The quantity "%s" is tidied to "%s"', (typed, tidied) => {
  expect(tidyQuantity(typed)).toBe(tidied)
})

test('An optional quantity stays blank', () => {
  expect(tidyQuantity('', '')).toBe('')
  expect(blankText({ ...miles, defaultValue: null } as Field)).toBe('')
  expect(blankText(miles)).toBe('0')
})

test.each([
  ['2024', '2024'],
  [' 2024 ', '2024'],
  ['new', '0'],
  ['', '0'],
])('A5.truck.1 The year "%s" is tidied to "%s"', (typed, tidied) => {
  expect(tidyYear(typed)).toBe(tidied)
})

test('B14 A form is read by the kind of each field', () => {
  const { revenue, miles, pickupDate, notes } = loads
  const fields = { revenue, miles, pickupDate, notes, year: trucks.year } as Fields
  const typed = {
    revenue: '$1,234.5',
    miles: '1,204',
    pickupDate: '11/20/2026',
    notes: ' $5 ',
    year: 'old',
  }
  expect(readForm(fields, typed)).toEqual({
    revenue: '1234.50',
    miles: '1204.00',
    pickupDate: '2026-11-20',
    notes: ' $5 ',
    year: '0',
  })
})

test('Text that cannot be read reaches the schema as typed', () => {
  const { revenue, pickupDate } = loads
  const typed = { revenue: 'a lot', pickupDate: '13/45/2026' }
  expect(readForm({ revenue, pickupDate } as Fields, typed)).toEqual(typed)
})

test('A stored record becomes text: links by id, null as empty, whole miles without cents', () => {
  const { truckId, driverId, miles, revenue, deliveryDate } = loads
  const fields = { truckId, driverId, miles, revenue, deliveryDate } as Fields
  const record = { truckId: 7, driverId: null, miles: '781.00', revenue: '2400.10' }
  expect(toFormText(fields, { ...record, deliveryDate: null })).toEqual({
    truckId: '7',
    driverId: '',
    miles: '781',
    revenue: '2400.10',
    deliveryDate: '',
  })
})

test('A field without a control, or that the database keeps, does not appear in the form', () => {
  const shown = Object.keys(shownFields(loads))
  const hidden = ['documents', 'missingPapers', 'missingToSettle', 'missingToBill']
  expect(shown).toEqual(Object.keys(loads).filter((name) => !hidden.includes(name)))
})
