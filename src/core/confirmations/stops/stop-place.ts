/** The place of a stop: city, state and ZIP code, and the facility and street above them. */
import type { Read } from '#core/confirmations/reading.ts'
import { parsePlace, type FoundPlace } from '#core/confirmations/values/places.ts'
import { findDays } from '#core/confirmations/values/days.ts'
import type { Cell } from '#core/confirmations/words/lines.ts'
import { mergePlaceCells } from '#core/confirmations/words/merge-cells.ts'
import { joinReads, toRead, type Span } from '#core/confirmations/words/spans.ts'
import { rightOf } from '#core/confirmations/words/words.ts'
import type { Section } from './sections.ts'

/** `row`: the row of its section. Facility and address may be missing. */
export type StopPlace = {
  row: number
  cell: Cell
  city?: Read
  state: Read
  zip?: Read
  facility?: Read
  address?: Read
}

const FIELD_LABEL =
  /^(?:(?:pick[\s-]?up|delivery|stop)\s*)?(?:name(?:\s*\/\s*address)?|facility(?: name)?|company|location|address|city(?:[\s,/]*(?:st|state)(?:[\s,/]*zip)?)?|shipper|consignee|receiver|where)\s*\d?\s*:\s*/i

/** In points: lines of one address begin at about the same place. */
const SAME_LEFT = 8

/** All places of a section, from top to bottom. */
export function findPlaces({ heading, rows, cell }: Section): StopPlace[] {
  const merged = rows.map((cells) => mergePlaceCells(cells))
  return merged.flatMap((cells, row) =>
    cells.flatMap((one) => {
      const isHeading = one.words[0] === cell.words[0]
      const span = valueSpan(one, isHeading ? heading.rest : 0)
      const found = parsePlace(one.text.slice(span.from))
      return found ? [toStopPlace(found, span, row, merged, heading.rest)] : []
    }),
  )
}

/** A cell without the label at its start. */
function valueSpan(cell: Cell, skip: number): Span {
  const label = FIELD_LABEL.exec(cell.text.slice(skip))?.[0].length ?? 0
  return { cell, from: skip + label, to: cell.text.length }
}

function toStopPlace(
  found: FoundPlace,
  span: Span,
  row: number,
  rows: Cell[][],
  headingLength: number,
): StopPlace {
  const { cell, from } = span
  const at = (start: number, value: string): Read =>
    toRead({ cell, from: from + start, to: from + start + value.length }, value)
  const names = readTableRow(cell, row, rows) ?? readAbove(found, span, row, rows, headingLength)
  return {
    row,
    cell,
    ...(found.city ? { city: at(found.cityAt, found.city) } : {}),
    state: at(found.stateAt, found.state),
    ...(found.zip ? { zip: at(found.zipAt, found.zip) } : {}),
    ...names,
  }
}

type Names = Pick<StopPlace, 'facility' | 'address'>

/** In a table headed "Company | Address | City": the cells left of the city. Null without such a head. */
function readTableRow(cell: Cell, row: number, rows: Cell[][]): Names | null {
  const head = rows.slice(0, row).findLast((cells) => cells.some((one) => isHeadOf(one, cell)))
  if (!head) return null
  const left = (rows[row] ?? []).filter((one) => one.box.x < cell.box.x)
  const under = (title: RegExp) => {
    const column = head.find(({ text }) => title.test(text))
    const found = left.find((one) => column && Math.abs(one.box.x - column.box.x) <= SAME_LEFT)
    return found && toRead({ cell: found, from: 0, to: found.text.length }, found.text)
  }
  const [facility, address] = [under(FACILITY_LABEL), under(ADDRESS_LABEL)]
  return { ...(facility ? { facility } : {}), ...(address ? { address } : {}) }
}

function isHeadOf(one: Cell, cell: Cell): boolean {
  return (
    /^(?:city|location|place)\b/i.test(one.text) && Math.abs(one.box.x - cell.box.x) <= SAME_LEFT
  )
}

const FACILITY_LABEL =
  /^(?:company|facility|name|shipper|consignee|receiver|location name|customer)\b/i
const ADDRESS_LABEL = /^(?:street|address)\b/i

/** "ACME FOODS" / "100 Main St" / "Dallas, TX 75201": the lines above at the same left edge, up to a gap. */
function readAbove(
  { before }: FoundPlace,
  { cell, from }: Span,
  row: number,
  rows: Cell[][],
  headingLength: number,
): Names {
  const above: Read[] = []
  let lowest = cell
  for (const cells of rows.slice(0, row).toReversed()) {
    const next = cells.find((one) => isAbove(one, lowest, cell))
    const isHeading = next !== undefined && next === rows[0]?.[0]
    const span = next && valueSpan(next, isHeading ? headingLength : 0)
    const label = labelOf(next, cells, rows[0]?.[0])
    const text = span && next.text.slice(span.from).trim()
    if (!span || !text || !isNameOrStreet(text) || above.length === 3 || label === 'other') break
    above.unshift(toRead(span, text))
    lowest = span.cell
    if (isHeading || label === 'facility') break
  }
  if (before) above.push(toRead({ cell, from, to: from + before.length }, before))
  const named = nameOfHeading(rows, headingLength, above)
  if (named) return { facility: named, ...(above.length ? { address: joinTexts(above) } : {}) }
  const [first, ...others] = above
  if (!first) return {}
  if (isStreet(first.value)) return { address: joinTexts(above) }
  return { facility: first, ...(others.length ? { address: joinTexts(others) } : {}) }
}

/** What the cell left of a value says about it. */
function labelOf(
  cell: Cell | undefined,
  cells: Cell[],
  heading: Cell | undefined,
): 'facility' | 'address' | 'other' | null {
  const left = cell && cells.filter(({ box }) => box.x < cell.box.x).toSorted(byRight)[0]
  if (!left || left === heading || cell.box.x - rightOf(left.box) > 140) return null
  if (FACILITY_LABEL.test(left.text)) return 'facility'
  return ADDRESS_LABEL.test(left.text) ? 'address' : 'other'
}

function byRight(a: Cell, b: Cell): number {
  return b.box.x - a.box.x
}

/** "SHIPPER#1: NORTH FORK PAPER", unless the lines above the place begin there. */
function nameOfHeading(rows: Cell[][], headingLength: number, above: Read[]): Read | null {
  const heading = rows[0]?.[0]
  const text = heading?.text.slice(headingLength).trim() ?? ''
  if (!heading || !isNameOrStreet(text) || parsePlace(text) || isStreet(text)) return null
  const read = toRead({ cell: heading, from: headingLength, to: heading.text.length }, text)
  return above.some(({ value }) => value === text) ? null : read
}

function isAbove(one: Cell, lowest: Cell, place: Cell): boolean {
  const gap = lowest.box.y - one.box.y
  const value = one.box.x
  const near =
    Math.abs(value - place.box.x) <= SAME_LEFT || Math.abs(value - lowest.box.x) <= SAME_LEFT
  return near && gap < 2.6 * one.box.height
}

function isStreet(text: string): boolean {
  return /^(?:\d|P\.?\s?O\.? |One |Suite|Ste\b|Dock|Bldg)/i.test(text)
}

/** Not a label with its value ("Appt: 0800"), a number or a day. */
function isNameOrStreet(text: string): boolean {
  const year = /\b(20\d\d)\b/.exec(text)?.[1] ?? '2000'
  const hasDay = findDays(text, `${year}-07-01`).length > 0 || /\d\/\d/.test(text)
  return /[a-z]{2}/i.test(text) && !text.includes(':') && !hasDay && text.length <= 60
}

function joinTexts(reads: Read[]): Read {
  return joinReads(reads, reads.map(({ value }) => value).join(', '))
}
