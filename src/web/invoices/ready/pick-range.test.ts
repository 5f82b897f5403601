import { expect, test } from 'vitest'
import { extendRange, pickAll, type Picks } from './pick-range.ts'

const ORDER = [5, 3, 8, 1, 9]

/** Presses Shift with an arrow from each row to the next. */
function selectWithShift(start: Picks, rows: number[]): number[] {
  let picks = start
  rows.reduce((from, to) => {
    picks = extendRange(picks, ORDER, { from, to })
    return to
  })
  return ORDER.filter((id) => picks.ids.has(id))
}

const none: Picks = { ids: new Set(), anchor: undefined }

test('C173 Shift with the arrow keys selects a range, and clears rows on the way back', () => {
  expect(selectWithShift(none, [3, 8, 1])).toEqual([3, 8, 1])
  expect(selectWithShift(none, [3, 8, 1, 8])).toEqual([3, 8])
  expect(selectWithShift(none, [8, 3, 5])).toEqual([5, 3, 8])
  expect(selectWithShift(none, [8, 1, 8, 3])).toEqual([3, 8])
})

test('C173 A range keeps what was selected elsewhere', () => {
  expect(selectWithShift({ ids: new Set([9]), anchor: 5 }, [5, 3])).toEqual([5, 3, 9])
})

test('C173 Ctrl+A selects every row, and none if every row is selected', () => {
  expect([...pickAll(new Set([3]), ORDER).ids]).toEqual(ORDER)
  expect([...pickAll(new Set(ORDER), ORDER).ids]).toEqual([])
  expect([...pickAll(new Set(), []).ids]).toEqual([])
})
