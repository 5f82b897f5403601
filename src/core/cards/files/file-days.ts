/** How a card file writes its days, and which of them can't be true (SPEC C610). */
import {
  addDays,
  formatDay,
  readSerialDay,
  readTypedDay,
  type Day,
  type DayOrder,
} from '#core/calendar.ts'
import { openDayVotes } from '#core/transfer/day-order.ts'

/** `order`: what the user chose. `today`: days after tomorrow are in the future; without it, no day is. */
export type DayStyle = { order?: DayOrder | undefined; today?: Day | undefined }

/** `example`: a day that can be read both ways, of a file that does not show its order. */
export type FileDays = { order: DayOrder; example: string | null }

/** `note` gets each cell with a day, as the first reading finds it. */
export type DayReading = {
  order: DayOrder
  from?: Day | undefined
  to?: Day | undefined
  note?: (cell: string) => void
}

/** A year of purchases, and a month. */
const MOST_DAYS = 400
/** A whole file may be old. */
const MOST_YEARS = 10

export function readFileDay(typed: string, { order }: DayReading): Day | null {
  return readTypedDay(typed, order) ?? readSerialDay(typed)
}

/** Why a day can't be true; null if it can. */
export function describeFarDay(day: Day, { from, to }: DayReading): string | null {
  if (to !== undefined && day > to) return `${formatDay(day)} is in the future`
  if (from !== undefined && day < from)
    return `${formatDay(day)} is more than ${MOST_DAYS} days before the others, or ${MOST_YEARS} years ago`
  return null
}

/** Collects the days of a file. `again`: how to read it instead, if it shows another order or has days that can't be true. */
export function openFileDays(style: DayStyle) {
  const votes = openDayVotes()
  const cells = new Set<string>()
  const first: DayReading = { order: style.order ?? 'mdy', note: (cell) => void cells.add(cell) }
  function decide(): { days: FileDays; again: DayReading | null } {
    for (const cell of cells) votes.note(cell)
    const { order: shown, example } = votes.decide()
    const order = style.order ?? shown
    const to = style.today && addDays(style.today, 1)
    const read = [...cells].flatMap((cell) => readFileDay(cell, { order }) ?? [])
    const past = read.filter((day) => to === undefined || day <= to).toSorted()
    const newest = past.at(-1)
    const oldest = style.today && addDays(style.today, -MOST_YEARS * 365)
    const from = [newest && addDays(newest, -MOST_DAYS), oldest].filter(Boolean).toSorted().at(-1)
    const reading = { order, from, to }
    const isFar = read.some((day) => describeFarDay(day, reading) !== null)
    return { days: { order, example }, again: isFar || order !== first.order ? reading : null }
  }
  return { first, decide }
}
