/** How an import reads cells: words of choices, places, days with a time, quantities with a unit. */
import { describe, expect, test } from 'vitest'
import { entities, everyEntity, getEntity } from '#core/entities/entities.ts'
import type { Field } from '#core/fields/field.ts'
import { parseCell } from './cells.ts'
import { foldWord, matchChoice } from './choices.ts'
import { parsePlace } from './places.ts'

type Choice = readonly [entity: keyof typeof entities, field: string, word: string]

function match([entity, field, word]: Choice): string[] {
  return matchChoice(getEntity(entity).fields[field]?.options ?? [], word)
}

test.each<[Choice, string[]]>([
  [['loads', 'deliveryStatus', 'IN-TRANSIT'], ['in-transit']],
  [['loads', 'deliveryStatus', 'In Transit'], ['in-transit']],
  [['loads', 'deliveryStatus', 'Completed'], ['delivered']],
  [['loads', 'deliveryStatus', 'Delivered'], ['delivered']],
  [
    ['loads', 'deliveryStatus', 'Open'],
    ['scheduled', 'pending'],
  ],
  [
    ['loads', 'deliveryStatus', 'Dispatched'],
    ['scheduled', 'in-transit'],
  ],
  [['loads', 'deliveryStatus', 'lost'], []],
  [['loads', 'paymentStatus', 'Open'], ['unpaid']],
  [['loads', 'paymentStatus', 'Past Due'], ['overdue']],
  [
    ['loads', 'paymentStatus', 'Completed'],
    ['paid', 'processed'],
  ],
  [['loads', 'bolStatus', 'Yes'], ['received']],
  [['loads', 'bolStatus', 'N'], ['not-received']],
  [['trucks', 'status', 'In Shop'], ['maintenance']],
  [
    ['trucks', 'status', 'Out of Service'],
    ['maintenance', 'inactive'],
  ],
  [['drivers', 'status', 'Terminated'], ['inactive']],
  [['drivers', 'paymentMethod', 'ACH'], ['direct-deposit']],
  [['owners', 'paymentMethod', 'ACH'], ['ach']],
  [
    ['owners', 'paymentMethod', 'EFT'],
    ['ach', 'direct_deposit'],
  ],
  [['owners', 'offsetTrucks', 'Y'], ['yes']],
  [['owners', 'backupWithholding', 'No'], ['false']],
])('C58 The words %j mean %j', (choice, values) => {
  expect(match(choice)).toEqual(values)
})

test('C58 A word that is longer than any option has no meaning', () => {
  expect(match(['loads', 'deliveryStatus', `Delivered${'!'.repeat(1_000_000)}`])).toEqual([])
})

test('C58 No alias of an option is the value or the label of another option', () => {
  for (const { fields } of everyEntity) {
    for (const { options = [] } of Object.values(fields)) {
      for (const { value, aliases = [] } of options) {
        const others = options.filter((option) => option.value !== value)
        const names = others.flatMap((other) => [foldWord(other.value), foldWord(other.label)])
        expect(aliases.map(foldWord).filter((word) => names.includes(word))).toEqual([])
      }
    }
  }
})

test.each([
  ['Dallas, TX 75201', { city: 'Dallas', state: 'TX', zip: '75201' }],
  ['Oklahoma City, OK', { city: 'Oklahoma City', state: 'OK', zip: '' }],
  ['St. Louis MO', { city: 'St. Louis', state: 'MO', zip: '' }],
  ['12 Elm Street, Dallas, tx, 75201-1234, US', { city: 'Dallas', state: 'TX', zip: '75201-1234' }],
  ['Winston-Salem, NC 27101', { city: 'Winston-Salem', state: 'NC', zip: '27101' }],
  ['Santa Fe', null],
  ['Santa Fe, NM', { city: 'Santa Fe', state: 'NM', zip: '' }],
  ['Laval QC, CAN', { city: 'Laval', state: 'QC', zip: '' }],
  ['Monterrey, NL, MEX', { city: 'Monterrey', state: 'NL', zip: '' }],
  ['Dallas', null],
  ['Dallas, Texas', { city: 'Dallas', state: 'TX', zip: '' }],
  ['', null],
])('C58 The place %j is %j', (cell, parts) => {
  expect(parsePlace(cell)).toEqual(parts)
})

describe('A cell', () => {
  const { pickupDate, weight, miles } = entities.loads.fields

  test('C58 A cell of 1 MB is read quickly as a place, a quantity and a day', () => {
    expect(parsePlace(`A${','.repeat(1_000_000)}1`)).toBeNull()
    const long = `A${' '.repeat(1_000_000)}1`
    expect(parseCell(weight, long)).toBe(long)
    expect(parseCell(pickupDate, long)).toBe(long)
  })

  test.each<[string, Field, unknown]>([
    ['11/16/2026 08:00', pickupDate, '2026-11-16'],
    ['2026-11-16T08:00:00', pickupDate, '2026-11-16'],
    ['11/16/26, 8:00 AM', pickupDate, '2026-11-16'],
    ['2026-11-16T23:30:00Z', pickupDate, '2026-11-16T23:30:00Z'],
    ['8:00', pickupDate, '8:00'],
    ['42,000 lbs', weight, '42000.00'],
    ['781 mi', miles, '781.00'],
  ])('C58 %j is read as %j', (cell, field, value) => {
    expect(parseCell(field, cell)).toBe(value)
  })
})
