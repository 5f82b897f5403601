import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import { periodKey, periodOf, type Schedule } from './frequency.ts'

const weekly: Schedule = { frequency: 'week', everyWeeks: null, firstDay: null }
const monthly: Schedule = { frequency: 'month', everyWeeks: null, firstDay: null }
const twoWeeks: Schedule = { frequency: 'weeks', everyWeeks: 2, firstDay: '2026-11-04' }

test.each([
  ['work week', weekly, '2026-11-20', 0, '2026-11-15', '2026-11-21'],
  ['work week from Monday', weekly, '2026-11-15', 1, '2026-11-09', '2026-11-15'],
  ['calendar month', monthly, '2026-11-30', 0, '2026-11-01', '2026-11-30'],
  ['February', monthly, '2028-02-29', 0, '2028-02-01', '2028-02-29'],
  ['two weeks', twoWeeks, '2026-11-04', 0, '2026-11-04', '2026-11-17'],
  ['two weeks, last day', twoWeeks, '2026-11-17', 0, '2026-11-04', '2026-11-17'],
  ['next two weeks', twoWeeks, '2026-11-18', 0, '2026-11-18', '2026-12-01'],
  ['two weeks over New Year', twoWeeks, '2027-01-01', 0, '2026-12-30', '2027-01-12'],
] as const)('C15 The period of a %s', (_, schedule, on, firstWeekday, from, to) => {
  expect(periodOf(schedule, on, firstWeekday)).toEqual({ from, to })
})

test('C15 A deduction that is taken on each settlement has no period', () => {
  expect(periodOf({ ...weekly, frequency: 'settlement' }, '2026-11-20', 0)).toBe(null)
})

test('C15 Periods of every few weeks follow each other without gaps', () => {
  const days = fc.nat(4000).map((days) => addDays('2026-01-01', days))
  fc.assert(
    fc.property(
      days,
      fc.nat(400),
      fc.integer({ min: 2, max: 52 }),
      (firstDay, after, everyWeeks) => {
        const schedule: Schedule = { frequency: 'weeks', everyWeeks, firstDay }
        const on = addDays(firstDay, after)
        const period = periodOf(schedule, on, 0)
        if (!period) throw new Error('no period')
        expect(period.from <= on && on <= period.to).toBe(true)
        expect(periodOf(schedule, period.to, 3)).toEqual(period)
        expect(periodOf(schedule, addDays(period.to, 1), 0)?.from).toBe(addDays(period.to, 1))
      },
    ),
  )
})

test('C15 Periods of different frequencies have different keys', () => {
  const period = { from: '2026-11-01', to: '2026-11-30' }
  expect(periodKey(monthly, period)).toBe('month 2026-11-01')
  expect(periodKey(weekly, period)).toBe('week 2026-11-01')
})
