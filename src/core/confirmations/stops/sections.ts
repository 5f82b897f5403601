/** Divides a paper into sections: from a heading down to the next heading in the same columns. */
import { ANY_DAY, DAY_TEXT } from '#core/confirmations/values/days.ts'
import type { Cell, WordLine } from '#core/confirmations/words/lines.ts'
import { findPrintedPlace } from '#core/confirmations/values/places.ts'
import { isSentence } from '#core/confirmations/words/labels.ts'
import { isFieldOfOther, readHeading, type Heading } from './headings.ts'

/** `rows`: the cells of the section by line, the heading's cell first. */
export type Section = { heading: Heading; cell: Cell; left: number; right: number; rows: Cell[][] }

const MAX_ROWS = 16

/** A wider gap, in line heights, ends a section. */
const WIDEST_GAP = 5
const WIDEST_GAP_OF_ADDRESS = 1.8

/** The widest address, in points: another address can be beside it. */
const WIDEST_ADDRESS = 220

/** How far left of its heading a value can begin, in points. */
const INDENT = 14

export const isStop = ({ kind }: Heading): boolean =>
  kind === 'pickup' || kind === 'delivery' || kind === 'stop'

const isAddress = ({ kind }: Heading) =>
  kind === 'carrier' || kind === 'broker' || kind === 'billing'

export type Placed = { heading: Heading; cell: Cell }

/** All sections in reading order. */
export function toSections(lines: readonly WordLine[]): Section[] {
  const headings = dropWeakHeadings(findHeadings(lines))
  const sections = headings.map((placed) => toSection(lines, placed, headings))
  return sections.filter(({ heading, rows }) => !heading.isItem || hasDay(rows))
}

export function hasDay(rows: readonly Cell[][]): boolean {
  return rows.some((cells) => cells.some(({ text }) => ANY_DAY.test(text)))
}

export function findHeadings(lines: readonly WordLine[]): Placed[] {
  const found = lines.flatMap(({ cells }) =>
    cells.flatMap((cell, at) => {
      const heading = readHeading(cell) ?? readLoading(cell, lines)
      return heading ? [{ heading, cell, next: cells[at + 1] }] : []
    }),
  )
  const stops = found.filter(({ heading }) => isStop(heading) && !heading.isDate)
  return found.map(({ heading, cell, next }) => {
    const isDay = isStop(heading) && isDayLabel(heading, cell, next)
    // In a table, the day is beside the kind of each stop.
    const isTable = stops.filter((other) => isInColumn(other, cell)).length > 1
    return { heading: { ...heading, isDate: heading.isDate || (isDay && !isTable) }, cell }
  })
}

/** "Pick Up From:" beside "11/24/2026 07:00" is a field, not the heading of a stop. */
function isDayLabel({ rest }: Heading, cell: Cell, next: Cell | undefined): boolean {
  return rest >= cell.text.length && next !== undefined && DAY_FIRST.test(next.text)
}

const DAY_FIRST = new RegExp(`^${DAY_TEXT}`, 'i')

/** "Load" above or below "Unload" in a column of a table. */
function readLoading(cell: Cell, lines: readonly WordLine[]): Heading | null {
  if (!/^load$/i.test(cell.text)) return null
  const isUnload = (other: Cell) =>
    /^unload$/i.test(other.text) && Math.abs(other.box.x - cell.box.x) < 4
  const hasUnload = lines.some(({ page, cells }) => page === cell.page && cells.some(isUnload))
  return hasUnload ? { kind: 'pickup', number: '', rest: cell.text.length, isDate: false } : null
}

/** If a paper has other headings of stops, "Pick Up Date" is a field and not a heading. */
function dropWeakHeadings(headings: Placed[]): Placed[] {
  const strong = headings.filter(({ heading }) => isStop(heading) && !heading.isDate)
  const hasBoth =
    strong.some(({ heading }) => heading.kind === 'pickup') &&
    // "Stop" alone is the head of a table.
    strong.some(
      ({ heading: { kind, number } }) => kind === 'delivery' || (kind === 'stop' && number),
    )
  return hasBoth ? headings.filter(({ heading }) => !heading.isDate) : headings
}

export function toSection(
  lines: readonly WordLine[],
  { heading, cell }: Placed,
  headings: readonly Placed[],
): Section {
  const [left, right] = columnsOf(lines, cell, headings, isAddress(heading))
  const widestGap = isAddress(heading) ? WIDEST_GAP_OF_ADDRESS : WIDEST_GAP
  const rows = [[cell]]
  const { first, last } = rowOfTable(lines, { heading, cell }, headings)
  let before = cell.box
  for (const line of lines.filter(({ index }) => index >= first && index < last)) {
    const inColumns = line.cells.filter(
      (other) => other !== cell && other.box.x >= left && other.box.x < right,
    )
    const cells = inColumns.filter(isText)
    if (line.index < cell.line) rows.push(cells)
    else if (line.index === cell.line) rows.at(-1)?.push(...cells)
    else if (inColumns.some((other) => isEnd(other, heading, headings)) || isFromTo(line)) break
    else if (line.page === cell.page && cells[0]) {
      if (cells[0].box.y - before.y > widestGap * cells[0].box.height) break
      before = cells[0].box
      rows.push(cells)
    }
    if (line.page > cell.page || rows.length > MAX_ROWS) break
  }
  return { heading, cell, left, right, rows }
}

/**
 * The lines of a stop in a table whose first column has the kinds of the stops ("PU 1", "SO 2"). A kind can be beside the
 * middle of its row, so the row begins above it, and the row above ends there.
 */
function rowOfTable(
  lines: readonly WordLine[],
  { heading, cell }: Placed,
  headings: readonly Placed[],
): { first: number; last: number } {
  const column = isStop(heading) ? headings.filter((other) => isInColumn(other, cell)) : []
  const next = column.find((other) => other.cell.line > cell.line)
  return {
    first: column.length > 1 ? startOfRow(lines, cell, headings) : cell.line,
    last: next ? startOfRow(lines, next.cell, headings) : Infinity,
  }
}

function isInColumn({ heading, cell }: Placed, other: Cell): boolean {
  const isAligned = cell.page === other.page && Math.abs(cell.box.x - other.box.x) < 4
  return isStop(heading) && isAligned && heading.rest >= cell.text.length
}

/** The line of the cell, or the first line of the block beside it if the cell is at the middle of that block. */
function startOfRow(lines: readonly WordLine[], cell: Cell, headings: readonly Placed[]): number {
  const at = lines.findIndex(({ index }) => index === cell.line)
  const size = cell.box.height
  const isBeside = (line: WordLine): boolean =>
    line.page === cell.page &&
    line.cells.some(({ box }) => box.x > cell.box.x + 2) &&
    // A text in the same column belongs to a heading above it, which is not at the middle of a row.
    !line.cells.some(({ box }) => Math.abs(box.x - cell.box.x) <= 2)
  const isHeading = ({ cells }: WordLine) =>
    cells.some((one) => headings.some((other) => other.cell === one && one !== cell))
  const walk = (step: 1 | -1): WordLine | undefined => {
    let reached = lines[at]
    for (let index = at + step; ; index += step) {
      const line = lines[index]
      const gap = Math.abs((line?.baseline ?? 0) - (reached?.baseline ?? 0))
      const isFar = !line || gap > WIDEST_LEADING * Math.max(size, line.height)
      // Rows without a gap between them: the block above belongs to the heading above.
      if (!isFar && isHeading(line)) return step < 0 ? undefined : reached
      if (isFar || !isBeside(line)) return reached
      reached = line
    }
  }
  const [top, bottom, middle] = [walk(-1), walk(1), lines[at]?.baseline ?? 0]
  const [above, below] = [middle - (top?.baseline ?? 0), (bottom?.baseline ?? 0) - middle]
  const isMiddle = Math.min(above, below) > size / 3 && Math.abs(above - below) <= 0.7 * size
  return isMiddle && top ? top.index : cell.line
}

/** The widest distance of two lines of one block, in line heights. */
const WIDEST_LEADING = 1.5

/** A long address is no sentence. One after a colon, or of a box, is where papers are sent. */
function isText(cell: Cell): boolean {
  if (!isSentence(cell) || isDayAlone(cell.text)) return true
  return !/:\s|\bbox\b/i.test(cell.text) && findPrintedPlace(cell.text) !== null
}

/** "To | Atlanta, GA 30303" below "Pickup | 11/24/2026" is no place of the pickup. */
function isFromTo({ cells: [label, value] }: WordLine): boolean {
  const isLabel = label !== undefined && /^(?:from|to)\s*:?$/i.test(label.text)
  return isLabel && value !== undefined && findPrintedPlace(value.text) !== null
}

/** "On: Monday, November 30, 2026 at 9:00 AM - 12:00 PM" has many words, and is no sentence (SPEC C602). */
function isDayAlone(text: string): boolean {
  const rest = text
    .replace(new RegExp(`${DAY_TEXT}(?:,?\\s+20\\d\\d)?`, 'gi'), '')
    .replaceAll(/\d{1,2}:\d\d|\b(?:[ap]\.?m|[ecmp][sd]?t)\b\.?/gi, '')
  return rest.length < text.length && (rest.match(/[a-z]+/gi) ?? []).length <= 4
}

function isEnd(cell: Cell, heading: Heading, headings: readonly Placed[]): boolean {
  return isFieldOfOther(heading.kind, cell) || headings.some((other) => other.cell === cell)
}

/** The edges of a section: the whole width, or up to the next heading if two stops are side by side. */
function columnsOf(
  lines: readonly WordLine[],
  cell: Cell,
  headings: readonly Placed[],
  isNarrow: boolean,
): [left: number, right: number] {
  const row = headings.filter((other) => isBeside(other.cell, cell))
  const xs = row.map((other) => other.cell.box.x).toSorted((a, b) => a - b)
  const next = Math.min(
    ...xs.filter((x) => x > cell.box.x + 1),
    columnBeside(lines, cell, headings),
  )
  const isFirst = xs[0] === cell.box.x
  const right = next - INDENT
  if (isNarrow) {
    // "CARRIER | LOAD": the next box. "Carrier: | Acme": its value.
    const { cells = [] } = lines.find(({ index }) => index === cell.line) ?? {}
    const box = cell.text.includes(':') ? undefined : cells[cells.indexOf(cell) + 1]?.box
    const edge = box ? box.x - INDENT : Infinity
    return [cell.box.x - INDENT, Math.min(right, edge, cell.box.x + WIDEST_ADDRESS)]
  }
  // Left of a single heading at the right can be the other stop, with a heading that is not known.
  const isColumn = headings.filter((other) => isInColumn(other, cell)).length > 1
  const hasLeft = isFirst && (isColumn || cell.box.x - leftOf(lines, cell.page) < COLUMN)
  return [hasLeft ? 0 : cell.box.x - INDENT, right]
}

/**
 * The left edge of an address beside this section: it begins lower than its heading and above the next heading below it,
 * or it begins above and reaches down to it. Infinity if there is none.
 */
function columnBeside(lines: readonly WordLine[], cell: Cell, headings: readonly Placed[]): number {
  const reaches = (other: Placed) =>
    isAddress(other.heading) &&
    other.cell.page === cell.page &&
    other.cell.line < cell.line &&
    other.cell.box.x >= cell.box.x + COLUMN &&
    cell.box.y - other.cell.box.y < HIGHEST_ADDRESS &&
    toSection(lines, other, headings).rows.some((cells) => (cells[0]?.box.y ?? 0) > cell.box.y)
  const below = (other: Placed) => other.cell.page === cell.page && other.cell.line > cell.line
  const next = headings.find((other) => below(other) && other.cell.box.x < cell.box.x + COLUMN)
  const beside = headings.filter(
    (other) =>
      below(other) &&
      other.cell.line < (next?.cell.line ?? Infinity) &&
      other.cell.box.x >= cell.box.x + COLUMN &&
      isAddress(other.heading),
  )
  const all = [...beside, ...headings.filter(reaches)]
  return Math.min(...all.map((other) => other.cell.box.x))
}

function leftOf(lines: readonly WordLine[], page: number): number {
  const xs = lines.flatMap((line) => (line.page === page ? line.cells.map(({ box }) => box.x) : []))
  return Math.min(...xs)
}

/** The highest address, in points. */
const HIGHEST_ADDRESS = 90

/** The narrowest column of a stop, in points. */
const COLUMN = 150

function isBeside(a: Cell, b: Cell): boolean {
  return a.page === b.page && Math.abs(a.box.y - b.box.y) < Math.max(a.box.height, b.box.height)
}
