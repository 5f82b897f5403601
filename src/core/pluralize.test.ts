import { expect, test } from 'vitest'
import { pluralize, pluralizeRecords } from './pluralize.ts'
import { owners } from './entities/owners.ts'

test.each([
  [0, '0 loads'],
  [1, '1 load'],
  [2, '2 loads'],
  [1200, '1,200 loads'],
])('%i of a load is said as "%s"', (count, words) => {
  expect(pluralize(count, 'load')).toBe(words)
})

test('records are counted by what their list calls them', () => {
  expect(pluralizeRecords(owners, 1)).toBe('1 owner')
  expect(pluralizeRecords(owners, 1200)).toBe('1,200 truck owners')
})
