/** Columns that stand close together, and places that a narrow column breaks (SPEC C603). */
import { isCity } from '#core/confirmations/values/places.ts'
import { isState } from '#core/confirmations/values/zip-states.ts'
import { toCell, type Cell, type WordLine } from './lines.ts'
import { rightOf } from './words.ts'

/** How many lines above and below show where a column begins, and how far from each other two lines may be, in line heights. */
const NEAR_LINES = 3
const WIDEST_LEADING = 4.5

/** A gap between two columns, in font sizes. A justified space is narrower in most texts. */
const NARROWEST_GAP = 0.45

/** The left edges of one column differ by less, in points. */
const SAME_EDGE = 1

/** "CR88214 St." below "Load #" and "PU" are two cells: the second one begins where "PU" does. */
export function splitColumns(lines: readonly WordLine[]): WordLine[] {
  return lines.map((line, at) => {
    const near = lines
      .slice(Math.max(0, at - NEAR_LINES), at + NEAR_LINES + 1)
      .filter(
        (other) =>
          other !== line &&
          other.page === line.page &&
          Math.abs(other.baseline - line.baseline) < WIDEST_LEADING * line.height,
      )
    const edges = near.flatMap(({ cells }) => [
      ...cells.slice(1).map(({ box }) => box.x),
      ...cells.flatMap(widelySpaced),
    ])
    const cells = edges.length ? line.cells.flatMap((cell) => splitCell(cell, edges)) : line.cells
    return { ...line, cells }
  })
}

/** Where words begin behind a gap that no text has. */
function widelySpaced({ words }: Cell): number[] {
  return words.flatMap((word, at) => {
    const before = words[at - 1]
    return before && word.x - rightOf(before) >= WIDE_GAP * word.height ? [word.x] : []
  })
}

/** The narrowest gap, in font sizes, that shows a column without another one beside it. */
const WIDE_GAP = 0.7

function splitCell(cell: Cell, edges: readonly number[]): Cell[] {
  const { words, page, line } = cell
  const starts = words.flatMap((word, at) => {
    const before = words[at - 1]
    const isWide = before && word.x - rightOf(before) >= NARROWEST_GAP * word.height
    return isWide && edges.some((edge) => Math.abs(edge - word.x) < SAME_EDGE) ? [at] : []
  })
  if (!starts.length) return [cell]
  return [0, ...starts].map((start, at) => toCell(words.slice(start, starts[at]), page, line))
}

/** "Grand Rapids," above "MI" or "MI 49512" in one column is a place. */
export function joinBrokenPlaces(lines: readonly WordLine[]): WordLine[] {
  const joined = lines.map((line) => ({ ...line, cells: [...line.cells] }))
  for (const [at, line] of joined.entries()) {
    const next = joined[at + 1]
    if (next?.page !== line.page) continue
    for (const [index, cell] of line.cells.entries()) {
      const below = next.cells.find((other) => isRestOfPlace(cell, other))
      if (!below) continue
      line.cells[index] = { ...toCell([...cell.words, ...below.words], cell.page, cell.line) }
      next.cells = next.cells.filter((other) => other !== below)
    }
  }
  return joined.filter(({ cells }) => cells.length > 0)
}

function isRestOfPlace(cell: Cell, below: Cell): boolean {
  const isColumn =
    Math.abs(below.box.x - cell.box.x) < 2 && below.box.y - cell.box.y < 1.6 * cell.box.height
  const [state = '', zip, ...rest] = below.words.map(({ text }) => text)
  const isEnd = isState(state) && !rest.length && (!zip || /^\d{5}(?:-\d{4})?$/.test(zip))
  return isColumn && isEnd && /,$/.test(cell.text) && isCity(cell.text.slice(0, -1))
}
