/** The place of a stop: city, state and ZIP code, and the facility and street above them. */
import type { Read } from '#core/confirmations/reading.ts'
import {
  findPrintedPlace,
  isCity,
  isPlainCity,
  type FoundPlace,
} from '#core/confirmations/values/places.ts'
import { isZipOf, toState } from '#core/confirmations/values/zip-states.ts'
import type { Cell } from '#core/confirmations/words/lines.ts'
import { mergePlaceCells } from '#core/confirmations/words/merge-cells.ts'
import { joinReads, toRead, type Span } from '#core/confirmations/words/spans.ts'
import { rightOf, type Box } from '#core/confirmations/words/words.ts'
import type { Section } from './sections.ts'
import { readAbove, readTableRow, valueSpan, type Names } from './stop-names.ts'

/** `row`: the row within the section. Facility and address may be missing. */
export type StopPlace = {
  row: number
  cell: Cell
  city?: Read
  state: Read
  zip?: Read
} & Names

/** All places of a section, from top to bottom. */
export function findPlaces(section: Section): StopPlace[] {
  const { heading, rows, cell } = section
  const merged = rows.map((cells) => mergePlaceCells(cells))
  const found = merged.flatMap((cells, row) =>
    cells.flatMap((one) => {
      const isHeading = one.words[0] === cell.words[0]
      const span = valueSpan(one, isHeading ? heading.rest : 0)
      const found = findPrintedPlace(one.text.slice(span.from))
      if (!found) return []
      const at = { ...span, from: span.from + found.from }
      const place = toStopPlace(found.place, at, row, merged, section)
      if (
        isBehindHeading(section, one, span.from + found.from) &&
        !found.place.before &&
        !isPlainCity(found.place.city)
      )
        return [withoutCity(place)]
      return [withWholeCity(found, one, merged, section, place) ?? withRestOfCity(place, rows)]
    }),
  )
  const own = found.filter(({ cell: one }) => !isOfOtherColumn(section, one))
  return found.length ? own : readLabeledPlace(section)
}

/** "SHIPPER SYSCO HOUSTON, TX": without a colon or a word such as "in" behind the heading, a name can stand before the city. */
function isBehindHeading({ heading, cell }: Section, one: Cell, from: number): boolean {
  const before = one.text.slice(0, from)
  return (
    one.words[0] === cell.words[0] &&
    from <= heading.rest &&
    /[a-z0-9]\s+$/i.test(before) &&
    !/\bin\s+$/i.test(before)
  )
}

/** In a table headed "Load # | Origin | Ready | Where to", a place below "Where to" is not the origin. */
function isOfOtherColumn({ heading, cell, rows: [head = []] }: Section, place: Cell): boolean {
  const isHead = head.length > 2 && heading.rest >= cell.text.length && head.every(isTitle)
  const own = head
    .filter(({ box }) => box.x <= place.box.x + 2)
    .toSorted((a, b) => b.box.x - a.box.x)[0]
  return isHead && own !== undefined && own !== cell && !PLACE_TITLE.test(own.text)
}

const isTitle = ({ text }: Cell) => !/[:\d]/.test(text)

const PLACE_TITLE =
  /^(?:city|location|address|street|place|facility|name|company|state|st|where|shipper|consignee|receiver|customer|stop|details?|site|point|terminal)\b/i

/**
 * A city whose first words are in the line above. With them, if they only begin a city: "St." above "Louis, MO", "Winston-" above "Salem, NC".
 * Without a city, if they can be of the city or not. Null if the city is whole.
 */
function withWholeCity(
  found: { place: FoundPlace; from: number },
  cell: Cell,
  rows: Cell[][],
  section: Section,
  place: StopPlace,
): StopPlace | null {
  const { city, facility: _, address: __, ...rest } = place
  const row = rows[place.row - 1] ?? []
  const above = row.find(({ box, page }) => page === cell.page && Math.abs(box.x - cell.box.x) < 2)
  const isNear = above && cell.box.y - above.box.y <= 1.6 * cell.box.height
  if (!isNear || found.from > 0 || found.place.cityAt !== 0) return null
  if (city && CITY_START.test(above.text)) {
    const start = toRead({ cell: above, from: 0, to: above.text.length }, above.text)
    const value = `${start.value}${start.value.endsWith('-') ? '' : ' '}${city.value}`
    return isCity(value) ? { ...rest, city: joinReads([start, city], value) } : rest
  }
  const isHyphenated = /[a-z]-$/i.test(above.text)
  if (isHyphenated || isRestOfCity(found, cell, row)) return withoutCity(place)
  const isFull = isFullLine(above, cell, rows, section)
  return isFull && isCity(above.text) ? withoutCity(place) : null
}

/** They begin the name of a city, and are the name of no company. */
const CITY_START =
  /^(?:St\.?|Saint|San|Santa|Los|Las|El|Fort|Ft\.?|New|Grand|Salt|Salt Lake|Baton|Des|North|South|East|West|Mount|Mt\.?|Little|Sioux|Cedar|[A-Z][a-z]+-)$/

/** In a column: the first word of the next line had no room behind this one, so the two lines can be one name. */
function isFullLine(above: Cell, cell: Cell, rows: Cell[][], { right }: Section): boolean {
  const beside = rows
    .flat()
    .filter(({ box }) => box.x > rightOf(above.box) && isLevel(box, above.box))
  const edge = Math.min(right, ...beside.map(({ box }) => box.x))
  const next = cell.words[0]?.width ?? 0
  return edge < Infinity && rightOf(above.box) + above.box.height / 4 + next > edge - COLUMN_PADDING
}

const isLevel = (a: Box, b: Box) => Math.abs(a.y - b.y) < b.height

/** The space between two columns, in points. */
const COLUMN_PADDING = 8

/** "9800 W North Temple, Salt Lake" above "City, UT 84116": what a narrow cell breaks is no city (SPEC C594). */
function isRestOfCity(
  { place, from }: { place: FoundPlace; from: number },
  cell: Cell,
  rowAbove: readonly Cell[] = [],
): boolean {
  if (from > 0 || place.cityAt !== 0 || place.before) return false
  const above = rowAbove.find(
    ({ box, page }) => page === cell.page && Math.abs(box.x - cell.box.x) < 2,
  )
  if (!above || cell.box.y - above.box.y > 1.6 * cell.box.height) return false
  const comma = above.text.lastIndexOf(',')
  return (comma > 0 && isCity(above.text.slice(comma + 1))) || SECOND_WORDS.test(place.city)
}

/** They are hardly ever whole names of cities. */
const SECOND_WORDS =
  /^(?:city|springs|worth|angeles|francisco|diego|antonio|vegas|orleans|rapids|rouge|moines|haute|cruces)$/i

function withoutCity({ city: _, address: __, ...place }: StopPlace): StopPlace {
  return place
}

/** "Garden | KS | 67846" above "City | 08:00": a city that its column breaks. Without the city if the parts are none together. */
function withRestOfCity(place: StopPlace, rows: readonly Cell[][]): StopPlace {
  const cells = rows[place.row] ?? []
  const own = cells.find(({ words }) => words[0] === place.cell.words[0])
  const { city, ...rest } = place
  if (!city || own?.text.replace(/,$/, '') !== city.value) return place
  const isBelow = (over: Cell) => (cell: Cell) =>
    Math.abs(cell.box.x - over.box.x) < 2 && cell.box.y - over.box.y < 1.6 * over.box.height
  const next = rows[place.row + 1] ?? []
  const below = next.find(isBelow(own))
  // Other columns of the row are broken too.
  const isRow = next.some((cell) => cell !== below && cells.some((over) => isBelow(over)(cell)))
  const isNextPlace = next.some(({ words }) => toState(words[0]?.text ?? '') !== null)
  if (!below || !isRow || isNextPlace) return place
  const read = toRead({ cell: below, from: 0, to: below.text.length }, below.text)
  const value = `${city.value} ${read.value}`
  return isCity(value) ? { ...rest, city: joinReads([city, read], value) } : rest
}

/** "City | Allentown", "State | PA" and "Zip | 18106", each with its label. None if a label is there twice. */
function readLabeledPlace({ rows }: Section): StopPlace[] {
  const valueOf = (title: RegExp): { read: Read; row: number; cell: Cell } | undefined => {
    const found = rows.flatMap((cells, row) =>
      cells.flatMap((cell, at) => {
        const label = title.exec(cell.text)?.[0].length
        if (label === undefined) return []
        const rest = cell.text.slice(label).trim()
        const next = cells[at + 1]
        if (rest)
          return [{ read: toRead({ cell, from: label, to: cell.text.length }, rest), row, cell }]
        return next
          ? [
              {
                read: toRead({ cell: next, from: 0, to: next.text.length }, next.text),
                row,
                cell: next,
              },
            ]
          : []
      }),
    )
    return found.length === 1 ? found[0] : undefined
  }
  const [city, state, zip] = [valueOf(CITY_LABEL), valueOf(STATE_LABEL), valueOf(ZIP_LABEL)]
  const code = toState(state?.read.value ?? '')
  if (!city || !state || code === null || !isCity(city.read.value)) return []
  if (zip && !isZipOf(zip.read.value, code)) return []
  const [facility, address] = [valueOf(NAME_LABEL), valueOf(STREET_LABEL)]
  return [
    {
      row: city.row,
      cell: city.cell,
      city: city.read,
      state: { ...state.read, value: code },
      ...(zip ? { zip: zip.read } : {}),
      ...(facility ? { facility: facility.read } : {}),
      ...(address ? { address: address.read } : {}),
    },
  ]
}

/**
 * Below the title of a column, "Orchard Valley" above "Packers" can be one name that the column breaks, so it is no name and no street.
 * Nor is a name whose first line was not read.
 */
function withoutBrokenNames(
  names: Names,
  cell: Cell,
  row: number,
  rows: Cell[][],
  section: Section,
): Names {
  const column = rows
    .slice(1, row)
    .flatMap((cells) => cells.filter(({ box }) => Math.abs(box.x - cell.box.x) < 2))
  const [first, second] = column
  const { facility, address } = names
  if (!first || !facility || Math.abs(section.cell.box.x - cell.box.x) >= 2) return names
  const isWhole =
    first.text.includes(facility.value) || !column.some(({ text }) => text.includes(facility.value))
  const isBroken =
    second && address && !/^\d/.test(second.text) && isFullLine(first, second, rows, section)
  return isWhole && !isBroken ? names : {}
}

const label = (words: string) => new RegExp(`^(?:${words})(?:\\s*:\\s*|$)`, 'i')
const CITY_LABEL = label('(?:[\\w-]+ )?(?:city|town)')
const STATE_LABEL = label('(?:[\\w-]+ )?(?:st|state|province|state\\/province|prov)')
const ZIP_LABEL = label('(?:[\\w-]+ )?(?:zip|zip code|postal code|zip\\/postal(?: code)?)')
const NAME_LABEL = label('name|company|facility|shipper|consignee|receiver|location')
const STREET_LABEL = label('(?:street|address)(?: ?1)?')

function toStopPlace(
  found: FoundPlace,
  span: Span,
  row: number,
  rows: Cell[][],
  section: Section,
): StopPlace {
  const { cell, from } = span
  const at = (start: number, value: string): Read =>
    toRead({ cell, from: from + start, to: from + start + value.length }, value)
  const names =
    readTableRow(cell, row, rows) ??
    withoutBrokenNames(
      readAbove(found, span, row, rows, section.heading.rest),
      cell,
      row,
      rows,
      section,
    )
  return {
    row,
    cell,
    ...(found.city ? { city: at(found.cityAt, found.city) } : {}),
    state: { ...at(found.stateAt, found.printed), value: found.state },
    ...(found.zip ? { zip: at(found.zipAt, found.zip) } : {}),
    ...names,
  }
}
