/** "Acme Foods", "Dallas, TX 75201" and then "Pickup Nov 24, 2026": the day of each stop is printed below its address (SPEC C603). */
import { findPrintedPlace } from '#core/confirmations/values/places.ts'
import type { Cell, WordLine } from '#core/confirmations/words/lines.ts'
import { isStop, type Section } from './sections.ts'

/**
 * The sections with the lines above their headings. It is so only if the paper has no other headings of stops, a place is directly above
 * every one, and none below the last. If only some have a place above them, no stop keeps its rows: the place below can be that of the next stop.
 */
export function moveBlocksAbove(
  sections: readonly Section[],
  lines: readonly WordLine[],
): readonly Section[] {
  const stops = sections.filter(({ heading }) => isStop(heading))
  const [first] = stops
  if (stops.length < 2 || stops.some(({ heading }) => !heading.isDate)) return sections
  const heads = new Set(stops.map(({ cell }) => cell))
  const above = new Map(stops.map((stop) => [stop, linesAbove(stop, lines, heads)]))
  const hasAbove = (stop: Section) => hasPlace((above.get(stop) ?? []).slice(-1))
  const last = stops.at(-1)
  if (!first || !last || !hasAbove(first) || hasPlace(last.rows.slice(1))) return sections
  const isLayout = stops.every(hasAbove)
  return sections.map((section) => {
    if (!above.has(section)) return section
    return {
      ...section,
      rows: [section.rows[0] ?? [], ...(isLayout ? (above.get(section) ?? []) : [])],
    }
  })
}

function hasPlace(rows: readonly Cell[][]): boolean {
  return rows.some((cells) => cells.some(({ text }) => findPrintedPlace(text) !== null))
}

/** The lines of the block above a heading, at its left edge and up to the heading before it. */
function linesAbove(
  { cell }: Section,
  lines: readonly WordLine[],
  heads: ReadonlySet<Cell>,
): Cell[][] {
  const rows: Cell[][] = []
  let lowest = cell
  for (const line of lines
    .filter(({ page, index }) => page === cell.page && index < cell.line)
    .toReversed()) {
    const [one] = line.cells
    const isFar = !one || lowest.box.y - one.box.y > WIDEST_GAP * cell.box.height
    if (isFar || rows.length === MOST_LINES || line.cells.length > 1 || heads.has(one)) break
    if (Math.abs(one.box.x - cell.box.x) > 4) break
    rows.unshift([one])
    lowest = one
  }
  return rows
}

/** Of two lines of one block, in line heights. */
const WIDEST_GAP = 2.2
const MOST_LINES = 3
