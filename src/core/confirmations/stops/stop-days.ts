/** The day and the times of a stop. */
import type { Day } from '#core/calendar.ts'
import type { Read } from '#core/confirmations/reading.ts'
import {
  agreesWithWeekday,
  DAY_TEXT,
  findDays,
  findTimes,
  findYearlessDays,
  WEEKDAY,
} from '#core/confirmations/values/days.ts'
import type { Cell } from '#core/confirmations/words/lines.ts'
import { joinReads, toRead } from '#core/confirmations/words/spans.ts'
import { isFieldOfOther, readHeadingText, type SectionKind } from './headings.ts'

export type StopDay = { date?: Read; time?: Read; otherDates: Read[] }

/** `rank`: a lower rank is more reliable. */
type DayHit = { read: Read; row: number; cell: Cell; from: number; to: number; rank: number }

/** Cells with other days and times: "Receiving hours 06:00-14:00", "Printed 11/20/2026", "Page 1/2". */
const OTHER_TIMES =
  /\b(?:page|po|form|rev|hours?|printed|created|booked|issued|sent|cut[\s-]?off|must call|phone|tel|fax|expires?|last free)\b/i

const APPOINTMENT = /\b(?:scheduled|appointment|appt|confirmed)\b/i
const DATE_LABEL =
  /\b(?:date|day|arriv(?:e|al)|pick[\s-]?up|deliver(?:y|ies)|when|ready|earliest|latest|early|late|from|to|open|close|window)\b/i
const TIME_LABEL =
  /\btimes?\b|\bappt\b|\bappointment\b|\bwindow\b|\bearliest\b|\blatest\b|\bscheduled\b/i

/** Two different days of the same rank leave the day empty. A line that names the other kind of stop gives nothing. */
export function readStopDay(rows: readonly Cell[][], today: Day, kind: SectionKind): StopDay {
  const own = withoutPapers(rows).map((cells) =>
    cells.filter((cell) => !isFieldOfOther(kind, cell)),
  )
  const withYear = findAllHits(own, today, findDays)
  const yearless = findAllHits(own, today, findYearlessDays)
  const clear = new Set(yearless.filter((hit) => isClear(own, hit)).map(({ cell }) => cell))
  const hits = withYear.length ? withYear : yearless.filter(({ cell }) => clear.has(cell))
  const best = hits.filter(({ rank }) => rank === Math.min(...hits.map((hit) => hit.rank)))
  const [first] = best
  const days = new Set(best.map(({ read }) => read.value))
  if (!first) return { otherDates: [] }
  if (days.size > 1) return { otherDates: best.map(({ read }) => read) }
  // An appointment has its own time. "Earliest" and "Latest", or two lines below one label, are a window.
  const sameDay = first.rank === 0 ? best : hits
  const time = readTimes(
    own,
    sameDay.filter(({ read }) => read.value === first.read.value),
  )
  return { date: first.read, ...(time ? { time } : {}), otherDates: [] }
}

/**
 * Without the days of the paper: a signature and all below it, when it is paid, when it was confirmed. What is due at a
 * time of day is the load.
 */
function withoutPapers(rows: readonly Cell[][]): Cell[][] {
  const end = rows.findIndex((cells) => cells.some(({ text }) => SIGNATURE.test(text)))
  return (end < 0 ? rows : rows.slice(0, startOfSignature(rows, end))).map((cells) => {
    const at = cells.findIndex(({ text }) => OF_PAPER.test(text))
    return at < 0 ? cells : cells.slice(0, at)
  })
}

/** The lines right above a signature that are part of it: "Name: J. Ruiz", "Date: 11/25/2026". */
function startOfSignature(rows: readonly Cell[][], end: number): number {
  const isOwn = (cells: readonly Cell[] | undefined) =>
    cells !== undefined && cells.length > 0 && cells.every(({ text }) => SIGNED_FIELD.test(text))
  let start = end
  while (isOwn(rows[start - 1])) start--
  return start
}

/** A date of nothing else, and who signs. A day with a time is an appointment. */
const SIGNED_FIELD = new RegExp(
  `^(?:(?:date|dated)\\s*[:.]?\\s*(?:_|\\s|${DAY_TEXT}(?:,?\\s+20\\d\\d)?)*$|(?:(?:carrier|driver|print(?:ed)?|your)\\s+)?(?:name|title|company|by|position)\\b\\s*(?::|_|$))`,
  'i',
)

const SIGNATURE =
  /\b(?:sign(?:ed|ature|atory)?\b(?!\s*(?:in|out|up|for|off|upon|required)\b)|accept(?:ed|ance)?\b|e-?signed\b|print(?:ed)? name\b|authori[sz]ed by\b|approved\b|initials\b|carrier rep\b)|^(?:x\b(?!-)|by:(?!\s*\d))/i
const OF_PAPER =
  /(?<!\b(?:deliver(?:y|ed)?|pick[\s-]?up|arriv(?:al|e)|load|freight)\s(?:is\s)?)\bdue\b(?!\W+\d[\d/.-]+\W+(?:at\s+)?\d{1,2}:?\d\d)|\b(?:payments?|payable|paid|pay date|invoiced?|net \d+|valid|good (?:thru|through|until)|pod|return(?:ed)? by|dispatcher)\b|\b(?:confirmation|order|tender|quote|agreement|contract|effective|expiration)(?: date|:)|\b(?:date|day) of (?:confirmation|order|agreement)\b/i

function findAllHits(rows: readonly Cell[][], today: Day, find: typeof findDays): DayHit[] {
  return rows.flatMap((cells, row) =>
    cells.flatMap((cell, at) => findHits(cells, cell, at, row, today, find)),
  )
}

function findHits(
  cells: readonly Cell[],
  cell: Cell,
  at: number,
  row: number,
  today: Day,
  find: typeof findDays,
): DayHit[] {
  if (OTHER_TIMES.test(cell.text)) return []
  return find(cell.text, today)
    .filter(({ value, from }) => agreesWithWeekday(cell.text, from, value))
    .map(({ value, from, to }) => {
      const label = cell.text.slice(0, from) || (cells[at - 1]?.text ?? '')
      const rank = APPOINTMENT.test(label) ? 0 : DATE_LABEL.test(label) ? 1 : 2
      return { read: toRead({ cell, from, to }, value), row, cell, from, to, rank }
    })
}

/** "1/2" can be a half, a page or a number of a form, so a label, a weekday or a time must say that it is a day. */
function isClear(rows: readonly Cell[][], { cell, row, from, to }: DayHit): boolean {
  if (!NUMERIC.test(cell.text.slice(from, to))) return true
  const cells = rows[row] ?? []
  const at = cells.indexOf(cell)
  const [before, after] = [cell.text.slice(0, from), cell.text.slice(to)]
  const label = before || (cells[at - 1]?.text ?? '')
  if (OTHER_TIMES.test(label)) return false
  const next = after ? '' : (cells[at + 1]?.text ?? '')
  const hasTime =
    findTimes(before, false).length > 0 || [after, next].some((text) => TIME_FIRST.test(text))
  if (hasTime || WEEKDAY_LAST.test(before)) return true
  return isDayByLabel(label, cell.text, { from, to })
}

function isDayByLabel(
  label: string,
  text: string,
  { from, to }: { from: number; to: number },
): boolean {
  // "Drop 1/2" is the first of two.
  const [part = 0, whole = 0] = text.slice(from, to).split('/').map(Number)
  const heading = readHeadingText(label)
  const isStop = heading !== null && isStopKind(heading.kind) && heading.rest >= label.length
  const isFraction = part <= whole && whole <= MOST_STOPS
  if (isStop || (isFraction && WORD_FIRST.test(text.slice(to)))) return !isFraction
  if ([DATE_LABEL, APPOINTMENT, SHORT_LABEL].some((words) => words.test(label))) return true
  if (from > 0) return PLACE_OR_DAY_LAST.test(label)
  return !/[:#]\s*$/.test(label) && DAYS_ONLY.test(text)
}

const SHORT_LABEL = /\b(?:eta|etd|rdd|sched|required|between)\b/i
/** "1/2 trailer". */
const WORD_FIRST =
  /^\s*(?!(?:at|by|to|and|or|thru|through|appt|appointment|fcfs|before|after|from|between|on)\b)[a-z]/i
const NUMERIC = /^\d{1,2}\/\d{1,2}$/
const TIME_FIRST =
  /^[\s,@(–-]*(?:at\s+)?(?:\d{1,2}:\d\d|[0-2]\d[0-5]\d(?![\d.,])|\d{1,2}\s*[ap](?:\.?m)?\b)/i
const WEEKDAY_LAST = new RegExp(`\\b${WEEKDAY}[,\\s]*$`, 'i')
/** "Dallas, TX 75201 on 11/23", and the second day of "11/23 or 11/24". */
const PLACE_OR_DAY_LAST =
  /(?:,\s*[A-Z]{2}(?:\s+\d{5}(?:-\d{4})?)?|\b(?:on|by)|\d\/\d{1,2}\s*(?:[-–&,]|or\b|and\b|to\b|thru\b|through\b))[\s,:(–-]*$/
/** "11/23", "11/23 - 11/24", "11/23 FCFS". */
const DAYS_ONLY =
  /^[\s(]*\d{1,2}\/\d{1,2}(?:[\s,()–-]|to\b|through\b|by\b|appt\b\.?|appointment\b|fcfs\b|firm\b|noon\b|morning\b|afternoon\b|\d{1,2}\/\d{1,2})*$/i
const MOST_STOPS = 9

const isStopKind = (kind: SectionKind) =>
  kind === 'pickup' || kind === 'delivery' || kind === 'stop'

/** One time, or two as a window. More than two different times are unclear. */
function readTimes(rows: readonly Cell[][], days: DayHit[]): Read | null {
  const beside = days.flatMap((hit) => timesBeside(rows, hit))
  const found = beside.length ? beside : labeledTimes(rows)
  const values = [...new Set(found.map(({ value }) => value))]
  const [first = '', second] = values
  if (!first || values.length > 2 || (second !== undefined && second < first)) return null
  if (second === undefined && days.some((hit) => isEnd(rows, hit))) return null
  const value = second === undefined ? first : `${first}-${second}`
  const used = found.filter(({ page }) => page === found[0]?.page)
  const shown = values.flatMap((time) => used.find((read) => read.value === time) ?? [])
  // In "1:00-3:00 pm" the first time can be in the morning or in the afternoon.
  const isMixed = new Set(shown.map(({ words }) => HALF.test(words))).size > 1
  return shown.length === values.length && !isMixed ? joinReads(shown, value) : null
}

/** "Latest: 11/23/2026 16:00" alone is not the time of an appointment, nor is "11/23/2026 before 16:00". */
function isEnd(rows: readonly Cell[][], { cell, row, from, to }: DayHit): boolean {
  if (/^[\s,(–-]*(?:before|until|no later than|nlt)\b/i.test(cell.text.slice(to))) return true
  const cells = rows[row] ?? []
  const label = cell.text.slice(0, from) || (cells[cells.indexOf(cell) - 1]?.text ?? '')
  return /\b(?:latest|late|to|until|close[sd]?|end)\b\W*$/i.test(label)
}

const HALF = /\d\s*[ap]\.?\s?m\b/i

/** Times after the day in its cell, in the other cells of its row, and after "09:30 -" at the start of the next line. */
function timesBeside(rows: readonly Cell[][], { cell, row, to }: DayHit): Read[] {
  const cells = rows[row] ?? []
  const after = cells.slice(cells.indexOf(cell) + 1)
  const later = after.filter(({ text }) => !OTHER_TIMES.test(text) && isTimeCell(text))
  const own = toReads(cell, to, true)
  const isOpen = OPEN.test(cell.text.slice(to))
  const next = rows[row + 1]?.find(({ box }) => Math.abs(box.x - cell.box.x) < 4)
  const goesOn = next && isTimeCell(next.text) && (isOpen || /^(?:-|–|to\b)/i.test(next.text))
  const below = goesOn ? toReads(next, 0, true).slice(0, 1) : []
  // Half of a window is no time of an appointment.
  if (own.length && isOpen && !below.length) return []
  return [...own, ...below, ...later.flatMap((one) => timesOfCell(one, rows[row + 1] ?? []))]
}

/** "09:00 -" above "12:00" in a column is one window; half of it is no time. */
function timesOfCell(cell: Cell, nextRow: readonly Cell[]): Read[] {
  const own = toReads(cell, 0, true)
  if (!own.length || !OPEN.test(cell.text)) return own
  const next = nextRow.find(({ box }) => Math.abs(box.x - cell.box.x) < 4)
  const below = next && isTimeCell(next.text) ? toReads(next, 0, true).slice(0, 1) : []
  return below.length ? [...own, ...below] : []
}

const OPEN = /(?:\d\s*(?:[ap]\.?m\.?)?\s*(?:-|–|to)|(?:-|–|to|at|@))\s*$/i

/** True for a cell with only times and words such as "Appt", "FCFS" or a time zone. */
function isTimeCell(text: string): boolean {
  return !/[$#]|\d{5}/.test(text) && text.split(' ').length <= 7 && !STREET.test(text)
}

/** "2200 Dock Road". */
const STREET =
  /^\d+\s+(?!(?:am|pm|hrs?|hours?|to|appt|appointment|fcfs|[ecmp][sd]?t|local|firm|on|by|check|live|drop|or)\b)[a-z]/i

function labeledTimes(rows: readonly Cell[][]): Read[] {
  return rows.flatMap((cells) =>
    cells.flatMap((cell, at) => {
      const label = /^[^\d]*/.exec(cell.text)?.[0] ?? ''
      const isNamed =
        TIME_LABEL.test(label) || (!label && TIME_LABEL.test(cells[at - 1]?.text ?? ''))
      return isNamed && !OTHER_TIMES.test(cell.text) ? toReads(cell, label.length, true) : []
    }),
  )
}

/** "00-12" of "08:00-12:00" is no day. */
const DAY_AND_YEAR = new RegExp(`(?<![\\d/.-]|\\d:)${DAY_TEXT}(?:,?\\s+20\\d\\d(?!\\d))?`, 'gi')

function toReads(cell: Cell, start: number, withMilitary: boolean): Read[] {
  // The year of "Nov 24, 2026" is no time.
  const text = cell.text.replaceAll(DAY_AND_YEAR, (day) => ' '.repeat(day.length))
  return findTimes(text.slice(start), withMilitary).map(({ value, from, to }) =>
    toRead({ cell, from: start + from, to: start + to }, value),
  )
}
