/** How often a recurring deduction is taken, by settlement date (SPEC C15). */
import {
  addDays,
  countDays,
  monthOf,
  weekOf,
  type Day,
  type Period,
  type Weekday,
} from '#core/calendar.ts'

export const FREQUENCY_OPTIONS = [
  { value: 'settlement', label: 'Each settlement' },
  { value: 'week', label: 'Once a work week' },
  { value: 'month', label: 'Once a calendar month' },
  { value: 'weeks', label: 'Every few weeks from the start date' },
] as const

export type Frequency = (typeof FREQUENCY_OPTIONS)[number]['value']

/** `everyWeeks` and `firstDay` are set if the frequency is "weeks". */
export type Schedule = { frequency: Frequency; everyWeeks: number | null; firstDay: Day | null }

/** The period that contains a settlement date. The deduction is taken once in it. Null: on each settlement. */
export function periodOf(schedule: Schedule, on: Day, firstWeekday: Weekday): Period | null {
  const { frequency, everyWeeks, firstDay } = schedule
  if (frequency === 'week') return weekOf(on, firstWeekday)
  if (frequency === 'month') return monthOf(on)
  if (frequency !== 'weeks' || everyWeeks === null || firstDay === null) return null
  const days = everyWeeks * 7
  const from = addDays(firstDay, Math.floor(countDays(firstDay, on) / days) * days)
  return { from, to: addDays(from, days - 1) }
}

/** Names a period in the database: "week 2026-11-15". */
export function periodKey({ frequency }: Pick<Schedule, 'frequency'>, { from }: Period): string {
  return `${frequency} ${from}`
}

/** "per week", "per settlement", "every 2 weeks". */
export function describeFrequency({ frequency, everyWeeks }: Omit<Schedule, 'firstDay'>): string {
  if (frequency === 'weeks') return `every ${everyWeeks} weeks`
  return `per ${frequency}`
}
