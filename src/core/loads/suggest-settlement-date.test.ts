import { expect, test } from 'vitest'
import { suggestSettlementDate } from './suggest-settlement-date.ts'

test.each([
  ['the last day of a work week from Sunday', '2026-11-18', 0, [], '2026-11-21'],
  ['the last day of a work week from Monday', '2026-11-22', 1, [], '2026-11-22'],
  ['the weekday of the newest date', '2026-11-18', 0, ['2026-11-13', '2026-11-05'], '2026-11-20'],
  ['that weekday, in a week from Saturday', '2026-11-18', 6, ['2026-11-13'], '2026-11-20'],
  ['a date that the week already has', '2026-11-18', 0, ['2026-11-27', '2026-11-19'], '2026-11-19'],
  [
    'a day in the week of the delivery, across the end of a year',
    '2026-12-31',
    0,
    [],
    '2027-01-02',
  ],
] as const)('C61 The suggested settlement date is %s', (_, day, firstWeekday, earlier, date) => {
  const suggested = suggestSettlementDate(day, firstWeekday, earlier)
  expect(suggested.date).toBe(date)
  expect(suggested.week.from <= day && day <= suggested.week.to).toBe(true)
})
