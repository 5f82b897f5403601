/**
 * Days as text, "YYYY-MM-DD" (SPEC B12). Days are never converted to a `Date`, which has a time zone:
 * `new Date('2026-11-20')` is November 19 in Chicago.
 */

/** A valid day from 1900-01-01 to 2999-12-31 as "YYYY-MM-DD". Text order is date order. */
export type Day = string

/** 0 is Sunday, 6 Saturday. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6

/** A period with its first and last day, both included. */
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
const SPANISH_MONTHS = 'ene feb mar abr may jun jul ago sep oct nov dic'.split(' ')
const DAY = /^(19\d\d|2\d\d\d)-(\d\d)-(\d\d)$/
const DAY_DIGITS = /^(\d\d)(\d\d)(\d\d|\d{4})$/
const TYPED_DAY = /^(\d{1,2})\s*[/.-]\s*(\d{1,2})\s*[/.-]\s*(\d\d|\d{4})$/
const YEAR_FIRST = /^(\d{4})(?:[/.-](\d{1,2})[/.-](\d{1,2})|(\d\d)(\d\d))$/
const MONTH_NAME = `(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?`
const DATE = '(?<date>\\d{1,2})(?:st|nd|rd|th)?'
const YEAR = '(?<year>\\d{4}|\\d{2})'
const DATE_FIRST = new RegExp(`^${DATE}[\\s/-]*${MONTH_NAME}[\\s,/-]*${YEAR}$`, 'i')
const MONTH_FIRST = new RegExp(`^${MONTH_NAME}[\\s/-]*${DATE}(?:\\s*,\\s*|[\\s/-]+)${YEAR}$`, 'i')
const DAYS_BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]

/** True for a valid day from 1900 to 2999, written "2026-11-05" (SPEC B12). */
export function isDay(text: string): boolean {
  const match = DAY.exec(text)
  if (!match) return false
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number]
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

/** "2026-11-05" → "11/5/2026" (SPEC B12). */
export function formatDay(day: Day): string {
  const { year, month, date } = parseDay(day)
  return `${month}/${date}/${year}`
}

/** "2026-11-05" → "Nov 5, 2026": no one can take the month for the day. */
export function formatNamedDay(day: Day): string {
  const { year, month, date } = parseDay(day)
  return `${MONTHS[month - 1]} ${date}, ${year}`
}

/** "2026-11-05" → "Nov 2026". */
export function formatMonth(day: Day): string {
  const { year, month } = parseDay(day)
  return `${MONTHS[month - 1]} ${year}`
}

/** "2026-11-05" → "nov 2026". */
export function formatSpanishMonth(day: Day): string {
  const { year, month } = parseDay(day)
  return `${SPANISH_MONTHS[month - 1]} ${year}`
}

/** Which number of "3/11/2026" is the month. */
export type DayOrder = 'mdy' | 'dmy'

/**
 * Reads a day as people and programs write it, with or without a weekday and a time of that place: "11/5/2026", "11/5/26",
 * "11052026", "2026-11-05", "2026/11/05", "20261105", "5-Nov-26", "Nov 5, 2026", "Thu 11/05/2026 08:00 CST" (SPEC B12, C431). Null
 * for any other text, for a weekday that does not fit, and for a time in UTC, whose local day can be different.
 */
export function readTypedDay(typed: string, order: DayOrder = 'mdy'): Day | null {
  const text = typed.trim()
  if (text.length > LONGEST_DAY) return null
  // "Nov 20, 2026" has no time, although "2026" can be one.
  return readBareDay(text, order) ?? readBareDay(text.replace(TIME, ''), order)
}

function readBareDay(text: string, order: DayOrder): Day | null {
  const [, weekdayBefore, bare = '', weekdayAfter] = DAY_PARTS.exec(text) ?? []
  const day = readNumbers(bare, order) ?? readNamedMonth(bare)
  if (day === null || !isDay(day)) return null
  const weekday = weekdayBefore ?? weekdayAfter
  return weekday === undefined || fitsWeekday(day, weekday) ? day : null
}

/** "3/11/2026" and "3/11" → [3, 11]: the numbers of a day whose order is not known; null for all other texts. */
export function readOrderlessDay(typed: string): [first: number, second: number] | null {
  const [, , bare = ''] = DAY_PARTS.exec(typed.trim().slice(0, LONGEST_DAY).replace(TIME, '')) ?? []
  const match = TYPED_DAY.exec(bare) ?? TYPED_DAY.exec(`${bare}-${LEAP_YEAR}`)
  return match ? [Number(match[1]), Number(match[2])] : null
}

/** Any year with a February 29. */
export const LEAP_YEAR = 2000

/** A day without a year in a year: "3-Nov", "11/3", "Tue Nov 3 08:00". Null for any other text (SPEC C513). */
export function readYearlessDay(typed: string, order: DayOrder, year: number): Day | null {
  const text = typed.trim()
  if (text.length > LONGEST_DAY || readTypedDay(text, order) !== null) return null
  return readBareDay(`${text.replace(TIME, '')}-${year}`, order)
}

/** In the year that makes it nearest to a day. */
export function readNearestDay(typed: string, order: DayOrder, near: Day): Day | null {
  const { year } = parseDay(near)
  const days = [year, year - 1, year + 1].flatMap((one) => readYearlessDay(typed, order, one) ?? [])
  const distance = (day: Day) => Math.abs(countDays(day, near))
  return days.toSorted((a, b) => distance(a) - distance(b))[0] ?? null
}

/** The day of a spreadsheet's serial number, counted from 1899-12-30: "46346" and "46346.5" → "2026-11-20". */
export function readSerialDay(text: string): Day | null {
  const serial = /^(\d{5})(?:\.\d{1,15})?$/.exec(text.trim())?.[1]
  return serial ? addDays('1899-12-30', Number(serial)) : null
}

const LONGEST_DAY = 60
const WEEKDAY = '(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?'
const DAY_PARTS = new RegExp(
  `^(?:(${WEEKDAY})\\.?,?\\s*)?(.*?)(?:,?\\s*\\(?(${WEEKDAY})\\.?\\)?)?$`,
  'i',
)
const CLOCK =
  '(?:\\d{1,2}(?::\\d{2}){1,2}(?:\\.\\d{1,9})?\\s*(?:[ap]\\.?m\\.?)?|\\d{1,2}\\s*[ap]\\.?m\\.?|\\d{4}(?=\\s*(?:hrs?|$|[-–])))'
/** A time zone of the trade, or an offset other than that of UTC. */
const ZONE = '(?:AK|HA|[ACEHMNP])[SD]?T|[+-](?!00:?00)\\d{2}:?\\d{2}'
/** A time of day, or a window of two, at the end. */
const TIME = new RegExp(
  `(?:T|\\s+at\\s+|,?\\s+|,|\\s*@\\s*)${CLOCK}(?:\\s*(?:-|–|to)\\s*${CLOCK})?(?:\\s*hrs?\\.?)?\\s*(?:${ZONE})?$`,
  'i',
)

function readNumbers(text: string, order: DayOrder): Day | null {
  // The number keypad of a phone has no slash.
  const typed = TYPED_DAY.exec(text) ?? DAY_DIGITS.exec(text)
  const [, first = '', second = '', year = ''] = typed ?? []
  const [month, date] = order === 'mdy' ? [first, second] : [second, first]
  const day = typed ? joinDay(year, month, date) : ''
  if (isDay(day)) return day
  const [, y = '', m, d, digits = '', lastDigits = ''] = YEAR_FIRST.exec(text) ?? []
  return y ? joinDay(y, m ?? digits, d ?? lastDigits) : null
}

/** "5-Nov-26", "5 November 2026", "Nov 5, 2026", "Nov. 5th 2026". */
function readNamedMonth(text: string): Day | null {
  const match = DATE_FIRST.exec(text) ?? MONTH_FIRST.exec(text)
  const { month = '', date = '', year = '' } = match?.groups ?? {}
  const number = MONTHS.findIndex((name) => month.toLowerCase().startsWith(name.toLowerCase()))
  return number < 0 ? null : joinDay(year, String(number + 1), date)
}

/** A year of two digits is in this century. */
function joinDay(year: string, month: string, date: string): Day {
  return [year.padStart(4, '20'), month.padStart(2, '0'), date.padStart(2, '0')].join('-')
}

function fitsWeekday(day: Day, word: string): boolean {
  return WEEKDAYS[weekdayOf(day)].toLowerCase().startsWith(word.slice(0, 3).toLowerCase())
}

export function addDays(day: Day, days: number): Day {
  return fromDayNumber(toDayNumber(day) + days)
}

/** The number of days from one day to a later one; negative for an earlier one. */
export function countDays(from: Day, to: Day): number {
  return toDayNumber(to) - toDayNumber(from)
}

/** The day of the week: 0 is Sunday. */
export function weekdayOf(day: Day): Weekday {
  return ((((toDayNumber(day) + 4) % 7) + 7) % 7) as Weekday
}

/** The week that contains `day` and begins on `firstWeekday` (SPEC B29, B34). */
export function weekOf(day: Day, firstWeekday: Weekday): Period {
  const from = addDays(day, -((weekdayOf(day) - firstWeekday + 7) % 7))
  return { from, to: addDays(from, 6) }
}

/** The week of the month: day of month + weekday of the month's first day, divided by 7, rounded up (SPEC A5). */
export function weekOfMonth(day: Day): { weekNumber: number; weekYear: number } {
  const { year, date } = parseDay(day)
  return { weekNumber: Math.ceil((date + weekdayOf(monthOf(day).from)) / 7), weekYear: year }
}

/** The calendar month that contains `day`. */
export function monthOf(day: Day): Period {
  const { year, month } = parseDay(day)
  return { from: toDay(year, month, 1), to: toDay(year, month, daysInMonth(year, month)) }
}

/** The calendar month before the one that contains `day`. */
export function monthBefore(day: Day): Period {
  return monthOf(addDays(monthOf(day).from, -1))
}

/** The `count` calendar months up to the one that contains `day`, earliest first. */
export function monthsUntil(day: Day, count: number): Period[] {
  const months = [monthOf(day)]
  while (months.length < count) months.unshift(monthBefore(months[0]?.from ?? day))
  return months
}

/** The calendar year that contains `day`. */
export function yearOf(day: Day): Period {
  const { year } = parseDay(day)
  return { from: toDay(year, 1, 1), to: toDay(year, 12, 31) }
}

/** A week at either end of the calendar extends past 1900 or 2999, so any year is accepted here. */
function parseDay(day: Day): { year: number; month: number; date: number } {
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
function toDayNumber(day: Day): number {
  const { year, month, date } = parseDay(day)
  const leapDay = month > 2 && isLeapYear(year) ? 1 : 0
  return daysBeforeYear(year) + (DAYS_BEFORE_MONTH[month - 1] ?? 0) + leapDay + date - 1
}

function fromDayNumber(dayNumber: number): Day {
  let year = 1970 + Math.floor(dayNumber / 365.2425)
  while (daysBeforeYear(year) > dayNumber) year--
  while (daysBeforeYear(year + 1) <= dayNumber) year++
  let rest = dayNumber - daysBeforeYear(year)
  let month = 1
  while (rest >= daysInMonth(year, month)) rest -= daysInMonth(year, month++)
  return toDay(year, month, rest + 1)
}

function daysBeforeYear(year: number): number {
  const before = year - 1
  const leapDays = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400)
  return (year - 1970) * 365 + leapDays - 477
}
