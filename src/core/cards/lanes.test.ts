import { expect, test } from 'vitest'
import { BORDERS_BETWEEN } from './lanes.ts'

test.each([
  ['TXTX', 0],
  ['TXOK', 1],
  ['TXIL', 3],
  ['ILTX', 3],
  ['CANY', 8],
  ['MEFL', 9],
])('C568 Borders between two states: %s', (pair, count) => {
  expect(BORDERS_BETWEEN[pair]).toBe(count)
})

test('C568 Each of the lower 48 and DC is reached from each', () => {
  expect(Object.keys(BORDERS_BETWEEN)).toHaveLength(49 * 49)
})
