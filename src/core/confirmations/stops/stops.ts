/** The stops of a rate confirmation: which comes first, which last, and what each says (SPEC C122). */
import type { Day } from '#core/calendar.ts'
import type { Read } from '#core/confirmations/reading.ts'
import { ANY_DAY } from '#core/confirmations/values/days.ts'
import { findPrintedPlace } from '#core/confirmations/values/places.ts'
import type { Cell, WordLine } from '#core/confirmations/words/lines.ts'
import { readHeading, readRowKind, type StopKind } from './headings.ts'
import type { Section } from './sections.ts'
import { readStopDay, type StopDay } from './stop-days.ts'
import { findPlaces } from './stop-place.ts'
import type { StopPlace } from './stop-names.ts'

/** `places`: different places in one section, which leave the place empty. */
export type Stop = {
  kind: StopKind
  number: string
  section: Section
  place: StopPlace | null
  day: StopDay
  places: StopPlace[]
}

/** Every printed stop in reading order. */
export function listStops(sections: readonly Section[], today: Day): Stop[] {
  return sections
    .flatMap((section) => toStops(section, today))
    .filter(({ place, day, places }) => place || day.date || places.length)
}

/** The stops in reading order. A stop that is printed twice, such as on a second page, counts once. */
export function readStops(sections: readonly Section[], today: Day): Stop[] {
  const stops: Stop[] = []
  for (const stop of listStops(sections, today)) {
    const index = stops.findIndex((other) => isSameStop(other, stop))
    const earlier = stops[index]
    if (earlier) stops[index] = mergeStops(earlier, stop)
    else stops.push(stop)
  }
  return nameLastStop(stops)
}

/** "Pick up November 12 at 9 AM" apart from the stops: the day of a kind of stop, if all such lines name the same. */
export function readApartDay(
  lines: readonly WordLine[],
  kind: 'pickup' | 'delivery',
  today: Day,
): StopDay {
  const found = lines.flatMap(({ cells }) =>
    cells.flatMap((cell, at) => {
      const heading = readHeading(cell)
      if (heading?.kind !== kind || !heading.isDate) return []
      const day = readStopDay([cells.slice(at)], today, kind)
      return day.date ? [day] : []
    }),
  )
  const [first] = found
  const isOne = found.every(({ date }) => agree(date, first?.date))
  if (first && isOne) return found.find(({ time }) => time) ?? first
  return { otherDates: found.flatMap(({ date }) => date ?? []) }
}

/**
 * True if a place with a day is above the first pickup of a table, at the same left edge, and in no section: it can be a stop whose
 * kind is a word that the reader does not know.
 */
export function hasUnknownStop(
  lines: readonly WordLine[],
  sections: readonly Section[],
  { place, section }: Stop,
): boolean {
  // In a table, the kind of the stop is left of its place. Elsewhere, the address of the broker is above the stops.
  if (!place || place.cell.box.x < section.cell.box.x + 20) return false
  // Below the head "Stop" are the rows of all stops.
  const named = sections.filter(({ heading: { kind, number } }) => kind !== 'stop' || number)
  const known = new Set(named.flatMap(({ rows }) => rows.flat()))
  const first = Math.min(...section.rows.flat().map(({ line }) => line))
  return lines.some(({ cells, index, page }) => {
    const free = cells.filter((cell) => !known.has(cell))
    const near = free.find((cell) => Math.abs(cell.box.x - place.cell.box.x) < 8)
    if (!near || page !== section.cell.page || index >= first) return false
    if (!findPrintedPlace(near.text)) return false
    const around = lines.filter(
      (line) => line.page === page && Math.abs(line.baseline - near.box.y) < 4 * near.box.height,
    )
    return around.some((line) =>
      line.cells.some((one) => !known.has(one) && ANY_DAY.test(one.text)),
    )
  })
}

function toStops(section: Section, today: Day): Stop[] {
  const { kind, number } = section.heading
  if (kind !== 'pickup' && kind !== 'delivery' && kind !== 'stop') return []
  const places = findPlaces(section)
  const distinct = places.filter(
    (place, index) => !places.slice(0, index).some((other) => isSamePlace(other, place)),
  )
  const base = { kind, number, section }
  const rows = distinct.length > 1 ? splitRows(section, places, today) : null
  if (rows)
    return rows.map((row) => ({ ...base, ...row, kind: row.kind ?? kind, number: '', places: [] }))
  const fullest =
    places.toSorted((a, b) => Object.keys(b).length - Object.keys(a).length)[0] ?? null
  const day = readStopDay(section.rows, today, kind)
  if (distinct.length > 1) return [{ ...base, place: null, day, places: distinct }]
  return [{ ...base, place: fullest, day, places: [] }]
}

/** A table has one stop per row, so each place has a day in its own row. Null if the section is not a table. */
function splitRows(section: Section, places: StopPlace[], today: Day) {
  const rows = places.map((place) => ({
    place,
    kind: place.row > 0 ? kindOfRow(section.rows[place.row] ?? []) : null,
    day: readStopDay([section.rows[place.row] ?? []], today, section.heading.kind),
  }))
  const isTable = rows.every(({ place, day }) => {
    const left = places[0]?.cell.box.x ?? 0
    return day.date && Math.abs(place.cell.box.x - left) < 10
  })
  return isTable ? rows : null
}

/** Its number can be in a cell of its own. */
function kindOfRow([first, second]: readonly Cell[]): StopKind | null {
  return readRowKind(first?.text ?? '') ?? readRowKind(second?.text ?? '')
}

function isSamePlace(a: StopPlace, b: StopPlace): boolean {
  return (
    agree(a.city, b.city) &&
    a.state.value === b.state.value &&
    agree(a.zip, b.zip) &&
    agree(a.address, b.address)
  )
}

function isSameStop(a: Stop, b: Stop): boolean {
  if (a.kind !== b.kind || (a.number && b.number && a.number !== b.number)) return false
  if (!agree(a.day.date, b.day.date)) return false
  if (isDayColumn(a, b) || isDayColumn(b, a)) return true
  if (!a.place || !b.place) return a.number !== '' && a.number === b.number
  return isSamePlace(a.place, b.place) && agree(a.place.facility, b.place.facility)
}

/** The column "Deliver" with only a day, beside "Destination" with only a place. Or "Delivery: 11/26/2026" and nothing else, below it. */
function isDayColumn(one: Stop, other: Stop): boolean {
  const [a, b] = [one.section.cell, other.section.cell]
  const isRow = a.line === b.line
  const isBelow =
    a.line > b.line && Math.abs(a.box.x - b.box.x) < 4 && one.section.rows.flat().length === 1
  const hasOnlyDay = one.day.date !== undefined && !one.place && !one.places.length
  const hasNoDay = !other.day.date && !other.day.otherDates.length
  return a.page === b.page && (isRow || isBelow) && hasOnlyDay && other.place !== null && hasNoDay
}

function agree(a: Read | undefined, b: Read | undefined): boolean {
  return !a || !b || a.value.toLowerCase() === b.value.toLowerCase()
}

function mergeStops(a: Stop, b: Stop): Stop {
  const place = a.place && b.place ? { ...b.place, ...a.place } : (a.place ?? b.place)
  const time = a.day.time && b.day.time && !agree(a.day.time, b.day.time) ? {} : undefined
  const day = { ...b.day, ...a.day, otherDates: [...a.day.otherDates, ...b.day.otherDates] }
  if (time) delete day.time
  const { section } = a.place ? a : b
  return {
    ...a,
    section,
    number: a.number || b.number,
    place,
    day,
    places: [...a.places, ...b.places],
  }
}

/** On a paper that only numbers its stops, the first is the pickup and the last is the delivery. */
function nameLastStop(stops: Stop[]): Stop[] {
  if (stops.length < 2) return stops
  const has = (kind: StopKind) => stops.some((stop) => stop.kind === kind)
  const [isFirst, isLast] = [!has('pickup'), !has('delivery')]
  return stops.map((stop, index) => {
    if (stop.kind !== 'stop') return stop
    const text = stop.section.cell.text.slice(0, stop.section.heading.rest)
    // "2) Stop" is below a first stop that was not read.
    const isLater = /\boffs?\b|^\W*(?:[2-9]|1\d)\b|\bstop\s*#?\s*(?:[2-9]|1\d)\b/i.test(text)
    if (isFirst && index === 0 && !isLater) return { ...stop, kind: 'pickup' }
    return isLast && index === stops.length - 1 ? { ...stop, kind: 'delivery' } : stop
  })
}
