/** Days and times as rate confirmations print them. */
import { countDays, isDay, type Day } from '#core/calendar.ts'

/** `from`, `to`: where the value is in the text. */
export type TextMatch<Value> = { value: Value; from: number; to: number }

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\\.?'

/** The groups are named: y year, m month as a number, n month as a name, d day. */
const DAYS = [
  /(?<![\d/.-])(?<m>\d{1,2})(?<sep>[/.-])(?<d>\d{1,2})\k<sep>(?<y>\d{4}|\d{2})(?![\d/-])/g,
  /(?<![\d/.-])(?<y>20\d\d)[-/](?<m>\d\d)[-/](?<d>\d\d)(?![\d/-])/g,
  new RegExp(`\\b(?<n>${MONTH})\\s*(?<d>\\d{1,2})(?:st|nd|rd|th)?,?\\s+(?<y>20\\d\\d)\\b`, 'gi'),
  new RegExp(`(?<!\\d)(?<d>\\d{1,2})[- ](?<n>${MONTH})[-, ]+(?<y>20\\d\\d|\\d\\d)\\b`, 'gi'),
]

/** A confirmation has no days more than a year away. */
const MAX_DAYS_AWAY = 366

/** All days of a text, from left to right. A year of two digits is in this century. */
export function findDays(text: string, today: Day): TextMatch<Day>[] {
  const found = DAYS.flatMap((pattern) => [...text.matchAll(pattern)].flatMap(toFoundDay))
  return found
    .filter(({ value }) => isDay(value) && Math.abs(countDays(today, value)) <= MAX_DAYS_AWAY)
    .toSorted((a, b) => a.from - b.from)
}

function toFoundDay(match: RegExpExecArray): TextMatch<Day>[] {
  const { y = '', m, n, d = '' } = match.groups ?? {}
  const month = m ?? String(MONTHS.indexOf(n?.slice(0, 3).toLowerCase() ?? '') + 1)
  const value = [y.padStart(4, '20'), month.padStart(2, '0'), d.padStart(2, '0')].join('-')
  return [{ value, from: match.index, to: match.index + match[0].length }]
}

const CLOCK =
  /(?<![\d:/.]|(?<!:\d\d)-)(\d{1,2}):(\d\d)(?::\d\d)?(?:\s*([ap])\.?\s?m\b\.?)?(?![\d:])/gi
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
