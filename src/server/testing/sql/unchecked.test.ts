import { expect, test } from 'vitest'
import { listUnchecked, markChecked } from './unchecked.ts'

test('A statement is checked once for each place that sends it', () => {
  const first = new Map([
    ['select 1 as only_here', new Set(['loads'])],
    ['select 2 as only_here', new Set(['loads'])],
  ])
  expect(listUnchecked(first)).toEqual(first)
  // The checks failed: nothing is marked.
  expect(listUnchecked(first)).toEqual(first)
  markChecked(first)
  expect(listUnchecked(first).size).toBe(0)
  const second = new Map([
    ['select 1 as only_here', new Set(['loads', 'billing'])],
    ['select 2 as only_here', new Set(['loads'])],
    ['select 3 as only_here', new Set(['loads'])],
  ])
  expect([...listUnchecked(second).keys()]).toEqual([
    'select 1 as only_here',
    'select 3 as only_here',
  ])
  markChecked(second)
  expect(listUnchecked(second).size).toBe(0)
})
