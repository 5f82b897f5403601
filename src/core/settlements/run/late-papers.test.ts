import { expect, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import { countLateDays, describeLatePapers } from './late-papers.ts'

const TODAY = '2026-11-25'
const before = (days: number) => addDays(TODAY, -days)

test('C256 Days count from the last of the papers and the delivery, and 15 days are not late', () => {
  expect(countLateDays(TODAY, before(30), [before(16), before(20)])).toBe(16)
  expect(countLateDays(TODAY, before(16), [before(40)])).toBe(16)
  expect(countLateDays(TODAY, before(15), [before(40)])).toBe(null)
  expect(countLateDays(TODAY, before(40), [before(40), before(15)])).toBe(null)
  expect(countLateDays(TODAY, null, [before(17)])).toBe(17)
  expect(countLateDays(TODAY, before(18), [])).toBe(18)
  expect(countLateDays(TODAY, null, [])).toBe(null)
  expect(countLateDays('2026-03-17', '2026-03-01', [])).toBe(16)
})

test('C256 The exception names the load, or the number of loads, the oldest first', () => {
  expect(describeLatePapers([])).toEqual([])
  expect(describeLatePapers([{ number: '1042', days: 18 }])).toEqual([
    'Load 1042: documents in for 18 days, not settled',
  ])
  const two = [
    { number: 'L-1', days: 16 },
    { number: 'L-2', days: 21 },
  ]
  expect(describeLatePapers(two)).toEqual([
    '2 loads: documents in for up to 21 days, not settled: L-2, L-1',
  ])
  const seven = [1, 2, 3, 4, 5, 6, 7].map((days) => ({ number: `${days}`, days: 20 + days }))
  expect(describeLatePapers(seven)).toEqual([
    '7 loads: documents in for up to 27 days, not settled: 7, 6, 5, 4, 3 and 2 more',
  ])
})
