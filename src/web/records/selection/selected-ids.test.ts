import { expect, test } from 'vitest'
import { NONE_SELECTED, rowsBetween, setSelected } from './selected-ids.ts'

test('B63 Adding or removing records returns a new selection and keeps the old one as it was', () => {
  const first = setSelected(NONE_SELECTED, [1, 2, 3], true)
  const second = setSelected(first, [2, 9], false)
  expect([...first]).toEqual([1, 2, 3])
  expect([...second]).toEqual([1, 3])
  expect(NONE_SELECTED.size).toBe(0)
})

test('B63 A range has the rows between two clicks in either direction', () => {
  const shown = [40, 30, 20, 10]
  expect(rowsBetween(shown, 30, 10)).toEqual([30, 20, 10])
  expect(rowsBetween(shown, 10, 30)).toEqual([30, 20, 10])
  expect(rowsBetween(shown, 20, 20)).toEqual([20])
})

test('B63 A range from a row of another page has only the clicked row', () => {
  expect(rowsBetween([40, 30], 99, 30)).toEqual([30])
})
