import { expect, test } from 'vitest'
import { pluralize, pluralizeRecords } from './pluralize.ts'
import { owners } from './entities/owners.ts'

test.each([
  [0, '0 loads'],
  [1, '1 load'],
  [2, '2 loads'],
  [999, '999 loads'],
  [1200, '1,200 loads'],
  [1234567, '1,234,567 loads'],
])('%i loads are written "%s"', (count, text) => {
  expect(pluralize(count, 'load')).toBe(text)
})

test('Counted records have the name of their list', () => {
  expect(pluralizeRecords(owners, 1)).toBe('1 owner')
  expect(pluralizeRecords(owners, 1200)).toBe('1,200 truck owners')
})
