import { expect, test } from 'vitest'
import { matchColumn } from './column-match.ts'

const columns = ['name', null, 'email']

test('B51 A column can be matched to a field, or to none', () => {
  expect(matchColumn(columns, 1, 'phone')).toEqual(['name', 'phone', 'email'])
  expect(matchColumn(columns, 0, null)).toEqual([null, null, 'email'])
})

test('B51 A field takes only one column: the earlier one loses it', () => {
  expect(matchColumn(columns, 1, 'email')).toEqual(['name', 'email', null])
})
