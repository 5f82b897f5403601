/** Reads the facility and the street of a stop, which are above its place or left of it. */
import type { Read } from '#core/confirmations/reading.ts'
import { parsePrintedPlace, type FoundPlace } from '#core/confirmations/values/places.ts'
import type { Cell } from '#core/confirmations/words/lines.ts'
import { joinReads, toRead, type Span } from '#core/confirmations/words/spans.ts'
import { rightOf } from '#core/confirmations/words/words.ts'

export type Names = { facility?: Read; address?: Read }

/** `row`: the row within the section. Facility and address may be missing. */
export type StopPlace = {
  row: number
  cell: Cell
  city?: Read
  state: Read
  zip?: Read
} & Names

const FIELD_LABEL =
  /^(?:(?:pick[\s-]?up|delivery|stop)\s*)?(?:name(?:\s*\/\s*address)?|facility(?: name)?|company|location|address|city(?:[\s,/]*(?:st|state)(?:[\s,/]*zip)?)?|shipper|consignee|receiver|where)\s*\d?\s*:\s*/i

/** How far apart the lines of one address can begin, in points. */
const SAME_LEFT = 8

/** A cell without the label at its start. */
export function valueSpan(cell: Cell, skip: number): Span {
  const label = FIELD_LABEL.exec(cell.text.slice(skip))?.[0].length ?? 0
  return { cell, from: skip + label, to: cell.text.length }
}

/** In a table headed "Company | Address | City": the cells left of the city. Null if there is no such heading. */
export function readTableRow(cell: Cell, row: number, rows: Cell[][]): Names | null {
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
export function readAbove(
  { before }: FoundPlace,
  { cell, from }: Span,
  row: number,
  rows: Cell[][],
  headingLength: number,
): Names {
  const above = listAbove(cell, row, rows, headingLength)
  const name = before.replace(LEAD, '')
  const start = from + before.length - name.length
  if (name) above.push(toRead({ cell, from: start, to: from + before.length }, name))
  const named = nameOfHeading(rows, headingLength, above)
  if (named) return { facility: named, ...toAddress(above) }
  const [first, ...others] = above
  if (!first) return {}
  if (isStreet(first.value)) return toAddress(above)
  const split = /^(?!\d)([^,]{3,}?)(?:,| [-–]) (\d+\s.*)$/.exec(first.value)
  if (!split || others.length) return { facility: first, ...toAddress(others) }
  return {
    facility: { ...first, value: split[1] ?? '' },
    address: { ...first, value: split[2] ?? '' },
  }
}

/** What is left of a day and its time: "by noon, Acme Foods" and "— Acme Foods". */
const LEAD = /^(?:[\s,–—-]|(?:by|before|until|at)\s+(?:noon|midnight)\b)+/i

function toAddress(reads: Read[]): Names {
  const text = reads.map(({ value }) => value).join(', ')
  return reads.length ? { address: joinReads(reads, text) } : {}
}

const MAX_ABOVE = 3

/** A label above its value. */
const LABEL_ALONE =
  /^(?:facility|name|company|location|shipper|consignee|receiver|customer|street|address|city(?:[ ,/]+(?:st|state)(?:[ ,/]+zip)?)?|where)(?: name)?\s*:?$/i

/** Lists the lines from top to bottom. Stops at a label of something else, a number or a day. */
function listAbove(cell: Cell, row: number, rows: Cell[][], headingLength: number): Read[] {
  const above: Read[] = []
  const heading = rows[0]?.[0]
  let lowest = cell
  for (const cells of rows.slice(0, row).toReversed()) {
    const next = cells.find((one) => isAbove(one, lowest, cell))
    if (!next || above.length === MAX_ABOVE) break
    if (LABEL_ALONE.test(next.text)) {
      lowest = next
      if (FACILITY_LABEL.test(next.text)) break
      continue
    }
    const span = valueSpan(next, next === heading ? headingLength : 0)
    const label = labelOf(next, cells, heading)
    const text = next.text
      .slice(span.from)
      .replace(/[\s,]+$/, '')
      .trim()
    if (!isNameOrStreet(text) || label === 'other') break
    above.unshift(toRead(span, text))
    lowest = next
    if (next === heading || label === 'facility') break
  }
  return above
}

/** What the cell left of a value says about it. */
function labelOf(
  cell: Cell,
  cells: Cell[],
  heading: Cell | undefined,
): 'facility' | 'address' | 'other' | null {
  const left = cells.filter(({ box }) => box.x < cell.box.x).toSorted(byRight)[0]
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
  if (!heading || !isNameOrStreet(text) || parsePrintedPlace(text) || isStreet(text)) return null
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

/** "Time 1230" above an address. */
const OTHER_LABEL =
  /^(?:appt\.? ?|pick[\s-]?up ?|delivery ?)?(?:date|time|appointment|appt|scheduled|phone|tel|fax|ref|contact|window|hours|earliest|latest|ready|due|from \d|to \d)\b/i

/** False for a label with its value ("Appt: 0800"), a number or a day. */
function isNameOrStreet(text: string): boolean {
  const hasDay = /\d[/-]\d|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d{1,2}\b/i
  return (
    /[a-z]{2}/i.test(text) &&
    !OTHER_LABEL.test(text) &&
    !text.includes(':') &&
    !hasDay.test(text) &&
    text.length <= 60
  )
}
