import { expect, test } from 'vitest'
import { entities } from '#core/entities/entities.ts'
import type { Fields } from '#core/fields/field.ts'
import { shownFields } from '#web/records/form/form-text.ts'
import { fieldsOn, findTab, TABS } from './load-tabs.ts'

const NAMES = Object.keys(shownFields(entities.loads.fields as Fields))

test('A2.loads.1 Every field of a load is on exactly one tab', () => {
  const shown = TABS.flatMap((tab) => fieldsOn(tab, NAMES))
  expect(shown.toSorted()).toEqual(NAMES.toSorted())
})

test('A2.loads.1 A tab shows its fields in its own order', () => {
  expect(fieldsOn('General', NAMES).slice(0, 3)).toEqual(['loadId', 'deliveryStatus', 'truckId'])
  expect(fieldsOn('Financial', NAMES)).toEqual([
    'revenue',
    'settlementDate',
    'paymentStatus',
    'bolStatus',
    'settledElsewhere',
  ])
})

test('A2.loads.1 A field that no tab lists is on the last tab', () => {
  expect(findTab('detention')).toBe('Financial')
  expect(fieldsOn('Financial', [...NAMES, 'detention']).at(-1)).toBe('detention')
})
