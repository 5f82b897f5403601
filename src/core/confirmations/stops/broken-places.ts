/** Cities and names that a narrow column breaks over two lines (SPEC C594, C603). */
import { isCity, type FoundPlace } from '#core/confirmations/values/places.ts'
import { toState } from '#core/confirmations/values/zip-states.ts'
import type { Cell } from '#core/confirmations/words/lines.ts'
import { joinReads, toRead } from '#core/confirmations/words/spans.ts'
import { rightOf, type Box } from '#core/confirmations/words/words.ts'
import type { Section } from './sections.ts'
import type { Names, StopPlace } from './stop-names.ts'

/**
 * A city whose first words are in the line above. With them, if they only begin a city: "St." above "Louis, MO", "Winston-" above "Salem, NC".
 * Without a city, if they can be of the city or not. Null if the city is whole.
 */
export function withWholeCity(
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
  if (!isNear || isTitleOf(section, above) || found.from > 0 || found.place.cityAt !== 0)
    return null
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

/** The heading of a column is no part of the city below it. */
function isTitleOf({ heading, cell }: Section, above: Cell): boolean {
  return above.words[0] === cell.words[0] && heading.rest >= above.text.length
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

export function withoutCity({ city: _, address: __, ...place }: StopPlace): StopPlace {
  return place
}

/** "Garden | KS | 67846" above "City | 08:00": a city that its column breaks. Without the city if the parts are none together. */
export function withRestOfCity(place: StopPlace, rows: readonly Cell[][]): StopPlace {
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

/**
 * Below the title of a column, "Orchard Valley" above "Packers" can be one name that the column breaks, so it is no name and no street.
 * Nor is a name whose first line was not read.
 */
export function withoutBrokenNames(
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
