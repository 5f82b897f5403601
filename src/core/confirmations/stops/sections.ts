/** Divides a paper into sections: from a heading down to the next heading in the same columns. */
import type { Cell, WordLine } from '#core/confirmations/words/lines.ts'
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

const isStop = ({ kind }: Heading) => kind === 'pickup' || kind === 'delivery' || kind === 'stop'

const isAddress = ({ kind }: Heading) =>
  kind === 'carrier' || kind === 'broker' || kind === 'billing'

type Placed = { heading: Heading; cell: Cell }

/** All sections in reading order. */
export function toSections(lines: readonly WordLine[]): Section[] {
  const headings = dropWeakHeadings(findHeadings(lines))
  return headings.map((placed) => toSection(lines, placed, headings))
}

/** The lines that are not terms. Terms reach to the end, or to a page that has both a pickup and a delivery again. */
export function withoutTerms(lines: readonly WordLine[]): WordLine[] {
  const headings = findHeadings(lines)
  let kept: WordLine[] = []
  let isTerms = false
  for (const [page, ofPage] of Map.groupBy(lines, (line) => line.page)) {
    const onPage = headings.filter(({ cell }) => cell.page === page)
    const start = onPage.find(({ heading }) => heading.kind === 'terms')?.cell.line ?? Infinity
    const stops = onPage.filter(({ heading, cell }) => isStop(heading) && cell.line < start)
    const hasBoth = new Set(stops.map(({ heading }) => heading.kind)).size > 1
    if (isTerms && !hasBoth) continue
    kept = [...kept, ...ofPage.filter(({ index }) => index < start)]
    isTerms = start < Infinity
  }
  return kept
}

function findHeadings(lines: readonly WordLine[]): Placed[] {
  return lines.flatMap(({ cells }) =>
    cells.flatMap((cell) => {
      const heading = readHeading(cell)
      return heading ? [{ heading, cell }] : []
    }),
  )
}

/** If a paper has other headings of stops, "Pick Up Date" is a field and not a heading. */
function dropWeakHeadings(headings: Placed[]): Placed[] {
  const strong = headings.filter(({ heading }) => isStop(heading) && !heading.isDate)
  const hasBoth =
    strong.some(({ heading }) => heading.kind === 'pickup') &&
    strong.some(({ heading }) => heading.kind !== 'pickup')
  return hasBoth ? headings.filter(({ heading }) => !heading.isDate) : headings
}

function toSection(
  lines: readonly WordLine[],
  { heading, cell }: Placed,
  headings: Placed[],
): Section {
  const [left, right] = columnsOf(cell, headings, isAddress(heading))
  const widestGap = isAddress(heading) ? WIDEST_GAP_OF_ADDRESS : WIDEST_GAP
  const rows = [[cell]]
  let before = cell.box
  for (const line of lines.filter(({ index }) => index >= cell.line)) {
    const cells = line.cells.filter(
      (other) => other !== cell && other.box.x >= left && other.box.x < right && !isSentence(other),
    )
    if (line.index === cell.line) rows[0]?.push(...cells)
    else if (cells.some((other) => isEnd(other, heading, headings))) break
    else if (line.page === cell.page && cells[0]) {
      if (cells[0].box.y - before.y > widestGap * cells[0].box.height) break
      before = cells[0].box
      rows.push(cells)
    }
    if (line.page > cell.page || rows.length > MAX_ROWS) break
  }
  return { heading, cell, left, right, rows }
}

function isEnd(cell: Cell, heading: Heading, headings: Placed[]): boolean {
  return isFieldOfOther(heading.kind, cell) || headings.some((other) => other.cell === cell)
}

/** The edges of a section: the whole width, or up to the next heading if two stops are side by side. */
function columnsOf(
  cell: Cell,
  headings: Placed[],
  isNarrow: boolean,
): [left: number, right: number] {
  const row = headings.filter((other) => isBeside(other.cell, cell))
  const xs = row.map((other) => other.cell.box.x).toSorted((a, b) => a - b)
  const next = xs.find((x) => x > cell.box.x + 1)
  const isFirst = xs[0] === cell.box.x
  const right = next === undefined ? Infinity : next - INDENT
  if (isNarrow) return [cell.box.x - INDENT, Math.min(right, cell.box.x + WIDEST_ADDRESS)]
  return [isFirst ? 0 : cell.box.x - INDENT, right]
}

function isBeside(a: Cell, b: Cell): boolean {
  return a.page === b.page && Math.abs(a.box.y - b.box.y) < Math.max(a.box.height, b.box.height)
}
