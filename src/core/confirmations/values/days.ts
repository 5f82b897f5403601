/** Days and times as rate confirmations print them. */
import { countDays, isDay, weekdayOf, type Day } from '#core/calendar.ts'

/** `from`, `to`: where the value is in the text. */
export type TextMatch<Value> = { value: Value; from: number; to: number }

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?'

/** The groups are named: y year, m month as a number, n month as a name, d day. */
const DAYS = [
  /(?<![\d/.-])(?<m>\d{1,2})(?<sep>[/.-])(?<d>\d{1,2})\k<sep>(?<y>\d{4}|\d{2})(?![\d/-])/g,
  /(?<![\d/.-])(?<y>20\d\d)[-/](?<m>\d\d)[-/](?<d>\d\d)(?![\d/-])/g,
  new RegExp(
    `\\b(?<n>${MONTH})[\\s-]*(?<d>\\d{1,2})(?:st|nd|rd|th)?[,\\s-]+(?<y>20\\d\\d)\\b`,
    'gi',
  ),
  new RegExp(`(?<!\\d)(?<d>\\d{1,2})[- ](?<n>${MONTH})[-, ]+(?<y>20\\d\\d|\\d\\d)\\b`, 'gi'),
]

/** A confirmation has no days more than a year away. */
const MAX_DAYS_AWAY = 366

/** All days of a text, from left to right. A year of two digits is in this century. */
export function findDays(text: string, today: Day): TextMatch<Day>[] {
  const found = DAYS.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match) => toFoundDay(match)),
  )
  return found
    .filter(({ value }) => isDay(value) && Math.abs(countDays(today, value)) <= MAX_DAYS_AWAY)
    .toSorted((a, b) => a.from - b.from)
}

const WEEKDAYS = 'sun mon tue wed thu fri sat'.split(' ')
export const WEEKDAY = '(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?\\.?'

/** The text of a day, with or without its year, for patterns of lines that begin with one. */
export const DAY_TEXT = `(?:${WEEKDAY}[,\\s]+)?(?:${MONTH}\\s*\\d{1,2}(?!\\d)|\\d{1,2}[- ]${MONTH}(?![a-z])|\\d{1,2}[/.-]\\d{1,2}(?:[/.-]\\d{2,4})?(?![\\d/-])|20\\d\\d-\\d\\d-\\d\\d)`

export const ANY_DAY = new RegExp(`(?<![\\d/.-]|\\d:)${DAY_TEXT}`, 'i')

/** Days without a year: "11/23", "Nov 23", "23 November". */
const YEARLESS = [
  /(?<![\d/.,$#-])(?<m>\d{1,2})\/(?<d>\d{1,2})(?![\d/-]|\.\d|\s?(?:lbs?|in|ft|"|'))/g,
  new RegExp(`\\b(?<n>${MONTH})\\s*(?<d>\\d{1,2})(?:st|nd|rd|th)?(?![\\d:])`, 'gi'),
  new RegExp(`(?<![\\d:.,$])(?<d>\\d{1,2})(?:st|nd|rd|th)?[- ](?<n>${MONTH})\\b`, 'gi'),
]

/**
 * Days without a year, in the year that makes them near to today. A weekday before one must be its weekday. Only for
 * texts that can't be anything but a day: "1/2" can be a half.
 */
export function findYearlessDays(text: string, today: Day): TextMatch<Day>[] {
  const whole = findDays(text, today)
  const found = YEARLESS.flatMap((pattern) => [...text.matchAll(pattern)])
    .filter(({ index }) => !whole.some(({ from, to }) => index >= from && index < to))
    .flatMap((match) => {
      const years = [-1, 0, 1].map((more) => String(Number(today.slice(0, 4)) + more))
      const days = years
        .flatMap((year) => toFoundDay(match, year))
        .filter(({ value }) => isDay(value) && agreesWithWeekday(text, match.index, value))
      return days.filter(({ value }) => isNear(countDays(today, value))).slice(0, 1)
    })
  return found
    .filter(({ from }, at) => found.findIndex((other) => other.from === from) === at)
    .toSorted((a, b) => a.from - b.from)
}

/** Farther away, the year is not clear. */
function isNear(days: number): boolean {
  return days >= -60 && days <= 150
}

/** False if a weekday is printed before the day that is not its weekday: one of the two is wrong. */
export function agreesWithWeekday(text: string, from: number, day: Day): boolean {
  const printed = new RegExp(`\\b(${WEEKDAY})[,\\s]*$`, 'i').exec(text.slice(0, from))?.[1]
  if (!printed) return true
  return WEEKDAYS.indexOf(printed.slice(0, 3).toLowerCase()) === weekdayOf(day)
}

function toFoundDay(match: RegExpExecArray, year = ''): TextMatch<Day>[] {
  const { y = year, m, n, d = '' } = match.groups ?? {}
  const monthOf = m ?? String(MONTHS.indexOf(n?.slice(0, 3).toLowerCase() ?? '') + 1)
  // Canadian papers print "23/11/2026".
  const [month, day] = m && Number(m) > 12 ? [d, m] : [monthOf, d]
  const value = [y.padStart(4, '20'), month.padStart(2, '0'), day.padStart(2, '0')].join('-')
  return [{ value, from: match.index, to: match.index + match[0].length }]
}

/** True for "23/11/2026": the other days of this paper can begin with the day too. */
export function isDayFirst(text: string): boolean {
  return [...text.matchAll(NUMERIC)].some(
    ([, first, second]) => Number(first) > 12 && Number(second) <= 12,
  )
}

/** "04/11/2026" is November 4 on a paper whose days begin with the day; null for a text that can mean only one day. */
export function swapDayAndMonth(text: string, today: Day): Day | null {
  const [all = '', first = '', second = '', year = ''] = [...text.matchAll(NUMERIC)][0] ?? []
  if (!all || first === second || Number(first) > 12 || Number(second) > 12) return null
  return findDays(`${second}/${first}/${year}`, today)[0]?.value ?? null
}

const NUMERIC = /(?<![\d/.-])(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d\d)(?![\d/-])/g

const CLOCK =
  /(?<![\d:/.]|(?<!:\d\d|[ap]m)-)(\d{1,2}):(\d\d)(?::\d\d)?(?:\s*([ap])\.?\s?m\b\.?)?(?![\d:])/gi
const HOUR = /(?<![\d:/.,$]|(?<!m)-)(\d{1,2})\s*([ap])\.?m\b\.?/gi
/** "0700-1500" is a window, "11-23-2026" a day. */
const MILITARY =
  /(?<![\d:/.,$#]|(?<!\b\d{4})-)([01]\d|2[0-3])([0-5]\d)(?!\d|:|[/.,]\d|-(?!\d{4}\b)\d)/g

/** Times as "08:00". `withMilitary`: "0800" counts too, so set it only where the text can't be anything but a time. */
export function findTimes(text: string, withMilitary: boolean): TextMatch<string>[] {
  const clocks = [...text.matchAll(CLOCK)].map((match) => toFoundTime(match, match[2], match[3]))
  const hours = [...text.matchAll(HOUR)].map((match) => toFoundTime(match, '00', match[2]))
  const military = withMilitary
    ? [...text.matchAll(MILITARY)].map((match) => toFoundTime(match, match[2], undefined))
    : []
  return [...clocks, ...hours, ...military].flat().toSorted((a, b) => a.from - b.from)
}

function toFoundTime(
  match: RegExpExecArray,
  minutes = '00',
  half: string | undefined,
): TextMatch<string>[] {
  const typed = Number(match[1])
  if (typed > (half ? 12 : 23) || Number(minutes) > 59 || (half && typed === 0)) return []
  const isAfternoon = half?.toLowerCase() === 'p'
  const hour = half ? (typed % 12) + (isAfternoon ? 12 : 0) : typed
  const value = `${String(hour).padStart(2, '0')}:${minutes}`
  return [{ value, from: match.index, to: match.index + match[0].length }]
}
