/**
 * Days as text, "YYYY-MM-DD" (SPEC B12). A day never passes through a `Date` or a time zone:
 * `new Date('2026-11-20')` is the 19th in Chicago, and that is how statements end up a day off.
 */

/** A real day from 1900-01-01 to 2999-12-31 as "YYYY-MM-DD". Compares as text. */
export type Day = string

/** 0 is Sunday, 6 Saturday. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6

/** First and last day; both belong to it. */
export type Period = { from: Day; to: Day }

export const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const DAY = /^(19\d\d|2\d\d\d)-(\d\d)-(\d\d)$/
const DIGITS_OF_A_DAY = /^(\d\d)(\d\d)(\d\d|\d{4})$/
const TYPED_DAY = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d\d|\d{4})$/
const DAYS_BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]

/** Whether it is a real day from 1900 to 2999, written "2026-11-05" (SPEC B12). */
export function isDay(text: string): boolean {
  const match = DAY.exec(text)
  if (!match) return false
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number]
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

/** "2026-11-05" → "11/5/2026" (SPEC B12). */
export function formatDay(day: Day): string {
  const { year, month, date } = parts(day)
  return `${month}/${date}/${year}`
}

/** "2026-11-05" → "Nov 2026". */
export function formatMonth(day: Day): string {
  const { year, month } = parts(day)
  return `${MONTHS[month - 1]} ${year}`
}

/** What a person typed, "11/5/2026", "11/5/26", "11052026" or "2026-11-05", as a day; null when it is none. */
export function readTypedDay(typed: string): Day | null {
  // A phone's keypad for numbers has no slash.
  const text = typed.trim().replace(DIGITS_OF_A_DAY, '$1/$2/$3')
  const match = TYPED_DAY.exec(text)
  const day = match
    ? `${match[3]?.padStart(4, '20')}-${match[1]?.padStart(2, '0')}-${match[2]?.padStart(2, '0')}`
    : text
  return isDay(day) ? day : null
}

export function addDays(day: Day, days: number): Day {
  return fromCount(toCount(day) + days)
}

/** 0 for a Sunday. */
export function weekdayOf(day: Day): Weekday {
  return ((((toCount(day) + 4) % 7) + 7) % 7) as Weekday
}

/** The seven days that contain `day`, beginning on `firstWeekday` (SPEC B29, B34). */
export function weekOf(day: Day, firstWeekday: Weekday): Period {
  const from = addDays(day, -((weekdayOf(day) - firstWeekday + 7) % 7))
  return { from, to: addDays(from, 6) }
}

/** The calendar month that contains `day`. */
export function monthOf(day: Day): Period {
  const { year, month } = parts(day)
  return { from: toDay(year, month, 1), to: toDay(year, month, daysInMonth(year, month)) }
}

/** The calendar month before the one that contains `day`. */
export function monthBefore(day: Day): Period {
  return monthOf(addDays(monthOf(day).from, -1))
}

/** The calendar months until the one that contains `day`, the earliest first. */
export function monthsUntil(day: Day, count: number): Period[] {
  const months = [monthOf(day)]
  while (months.length < count) months.unshift(monthBefore(months[0]?.from ?? day))
  return months
}

/** The calendar year that contains `day`. */
export function yearOf(day: Day): Period {
  const { year } = parts(day)
  return { from: toDay(year, 1, 1), to: toDay(year, 12, 31) }
}

/** A week at either end of the calendar reaches a few days past it, so the year is not bounded here. */
function parts(day: Day): { year: number; month: number; date: number } {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw new RangeError(`Not a day: ${day}`)
  return { year: +day.slice(0, 4), month: +day.slice(5, 7), date: +day.slice(8) }
}

function toDay(year: number, month: number, date: number): Day {
  return `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
}

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** Days since 1970-01-01, a Thursday. */
function toCount(day: Day): number {
  const { year, month, date } = parts(day)
  const leapDay = month > 2 && isLeapYear(year) ? 1 : 0
  return daysBeforeYear(year) + (DAYS_BEFORE_MONTH[month - 1] ?? 0) + leapDay + date - 1
}

function fromCount(count: number): Day {
  let year = 1970 + Math.floor(count / 365.2425)
  while (daysBeforeYear(year) > count) year--
  while (daysBeforeYear(year + 1) <= count) year++
  let rest = count - daysBeforeYear(year)
  let month = 1
  while (rest >= daysInMonth(year, month)) rest -= daysInMonth(year, month++)
  return toDay(year, month, rest + 1)
}

function daysBeforeYear(year: number): number {
  const before = year - 1
  const leapDays = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400)
  return (year - 1970) * 365 + leapDays - 477
}
