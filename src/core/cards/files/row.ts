/** A row of a card file, read by its titles. */
import type { Day } from '#core/calendar.ts'
import { toUnits } from '#core/decimals.ts'
import { SHORT_LENGTH } from '#core/fields/checks.ts'
import {
  divideRounded,
  LARGEST_AMOUNT,
  readTypedAmount,
  toCents,
  toDecimal,
  type Amount,
  type Cents,
} from '#core/money.ts'
import type { RowProblem } from '#core/cards/purchases.ts'
import { describeFarDay, readFileDay, type DayReading } from './file-days.ts'

/** Files have gallons with three decimals and prices with four. */
export const GALLON_PLACES = 3
export const PRICE_PLACES = 4

/** "State/ Prov" and "State/Prov" are one title: letters and digits in lower case, all else a blank. */
export function foldFileTitle(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9#]+/g, ' ')
    .trim()
}

export type Row = ReturnType<typeof openRow>

/** `problems` gets what can't be read. A title that the file does not have is a blank cell. */
export function openRow(
  titles: readonly string[],
  cells: readonly string[],
  line: number,
  problems: RowProblem[],
  days: DayReading = { order: 'mdy' },
) {
  const text = (title: string): string => clean(cells[titles.indexOf(foldFileTitle(title))] ?? '')

  function report(column: string, message: string): void {
    problems.push({ line, column, message })
  }

  function number(title: string, places: number): Amount | null {
    const typed = text(title)
    if (isBlank(typed)) return null
    const read = readTypedAmount(typed.replace(MORE_ZEROS, ''), places)
    const isLarge = read !== null && Math.abs(Number(read)) > Number(toDecimal(LARGEST_AMOUNT, 2))
    if (read === null) report(title, `“${typed.slice(0, 40)}” is not a number`)
    else if (isLarge) report(title, `${typed.slice(0, 40)} is too large`)
    return isLarge ? null : read
  }

  /** No amount is computed from it, so it may be rounded. */
  function rounded(title: string, places: number): Amount | null {
    const exact = number(title, MOST_PLACES)
    if (exact === null) return null
    return toDecimal(
      divideRounded(toUnits(exact, MOST_PLACES), 10n ** BigInt(MOST_PLACES - places)),
      places,
    )
  }

  return {
    line,
    cells,
    text,
    report,
    has: (title: string) => titles.includes(foldFileTitle(title)),
    /** Dollars; 0 for a blank cell. "$-2.19" and "(12.00)" are negative. */
    cents: (title: string): Cents => toCents(number(title, 2) ?? '0.00'),
    hasAmount: (title: string) => !isBlank(text(title)),
    /** What a row without it was charged, nobody knows: a blank amount is not 0. */
    requireAmount(title: string): void {
      if (isBlank(text(title))) report(title, 'The amount is missing')
    },
    gallons: (title: string) => rounded(title, GALLON_PLACES),
    price: (title: string) => rounded(title, PRICE_PLACES),
    /** Whole miles; null for a blank cell or 0. */
    miles(title: string): number | null {
      const typed = text(title).replaceAll(',', '').replace(/\.0+$/, '')
      return /^\d{1,7}$/.test(typed) && Number(typed) > 0 ? Number(typed) : null
    },
    /** "01/09/2025", "2025-01-09", or a spreadsheet's serial number. The day of the place: a time zone would move a purchase at night. */
    day(title: string): Day | null {
      const typed = text(title)
      days.note?.(typed)
      const read = readFileDay(typed, days)
      const far = read && describeFarDay(read, days)
      if (read === null)
        report(title, typed === '' ? 'The day is missing' : `“${typed}” is not a day`)
      if (far !== null) report(title, far)
      return read
    },
    /** A day that may be blank. What is no day, or can't be true, is blank too. */
    optionalDay(title: string): Day | null {
      const read = readFileDay(text(title), days)
      return read === null || describeFarDay(read, days) !== null ? null : read
    },
    /** "23:10", "11:10 PM", "2310" or a spreadsheet's part of a day; null for any other text. */
    time: (title: string) => readTime(text(title)),
  }
}

/** Files write more decimals than they mean: "313.1700", "97.900000000000006". */
const MORE_ZEROS = /(?<=\.\d\d)0+(?=\D*$)/
const MOST_PLACES = 20

/** Files print a dash for nothing. */
function isBlank(typed: string): boolean {
  return typed === '' || /^[-\u2013\u2014]+$/.test(typed)
}

/** A cell as one line that can be stored. */
function clean(cell: string): string {
  return cell
    .slice(0, LONGEST_CELL)
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, SHORT_LENGTH)
    .toWellFormed()
}

const LONGEST_CELL = 1000

function readTime(typed: string): string | null {
  const part = /^0?\.(\d+)$/.exec(typed)
  if (part) return toClock(Math.round(Number(`0.${part[1]}`) * MINUTES_A_DAY))
  const match = /^(\d{1,2}):?(\d{2})(?::\d{2}(?:\.\d+)?)?\s*(am|pm)?$/i.exec(typed)
  if (!match) return null
  const [, hour = '', minute = '', half = ''] = match
  const afternoon = half.toLowerCase() === 'pm' ? 12 : 0
  const hours = half ? (Number(hour) % 12) + afternoon : Number(hour)
  return hours < 24 && Number(minute) < 60 ? toClock(hours * 60 + Number(minute)) : null
}

const MINUTES_A_DAY = 1440

function toClock(minutes: number): string {
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${pad(Math.floor(minutes / 60) % 24)}:${pad(minutes % 60)}`
}
