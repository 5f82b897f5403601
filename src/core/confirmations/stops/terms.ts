/** Which lines of a paper are terms and conditions, which have no values (SPEC C120). */
import { findTotalLines } from '#core/confirmations/money/total.ts'
import { isSentence } from '#core/confirmations/words/labels.ts'
import type { WordLine } from '#core/confirmations/words/lines.ts'
import { findHeadings, hasDay, isStop, toSection, type Placed } from './sections.ts'
import { findPlaces } from './stop-place.ts'

/**
 * The lines that are not terms. A heading such as "Load Requirements" or "Terms" begins terms only up to the next stop or
 * total; if none follows, to the end of the paper. After a paper with both stops and a total, only a page that has both a
 * pickup and a delivery again is not terms.
 */
export function withoutTerms(lines: readonly WordLine[]): WordLine[] {
  const headings = findHeadings(lines)
  const stops = headings.filter((placed) => isRealStop(lines, placed, headings))
  const totals = findTotalLines(lines)
  const starts = headings.filter(({ heading }) => heading.kind === 'terms')
  const left = new Set<number>()
  for (const { cell } of starts) {
    if (left.has(cell.line)) continue
    const isWhole = isComplete(stops, totals, cell.line)
    const next = [...stops.map((stop) => stop.cell), ...(isWhole ? [] : totals)]
      .filter(({ line, page }) => line > cell.line && !(isWhole && !isPageOfStops(stops, page)))
      .toSorted((a, b) => a.line - b.line)[0]
    const end = next ? endOfProse(lines, cell.line, next) : Infinity
    for (const { index } of lines) if (index >= cell.line && index < end) left.add(index)
  }
  return lines.filter(({ index }) => !left.has(index))
}

type Line = { line: number; page: number }

/** "Pickup" and "4. Delivery" are in terms too: a stop has a place and a day. */
function isRealStop(
  lines: readonly WordLine[],
  placed: Placed,
  headings: readonly Placed[],
): boolean {
  if (!isStop(placed.heading)) return false
  const section = toSection(lines, placed, headings)
  return hasDay(section.rows) && findPlaces(section).length > 0
}

/** Whether both stops and a total are above the line. */
function isComplete(stops: readonly Placed[], totals: readonly Line[], before: number): boolean {
  const above = stops.filter(({ cell }) => cell.line < before)
  const kinds = new Set(above.map(({ heading }) => heading.kind))
  return kinds.size > 1 && totals.some(({ line }) => line < before)
}

function isPageOfStops(stops: readonly Placed[], page: number): boolean {
  const onPage = stops.filter(({ cell }) => cell.page === page)
  return new Set(onPage.map(({ heading }) => heading.kind)).size > 1
}

/** Terms that a stop or a total follows end after their last sentence, at the latest with their page. */
function endOfProse(lines: readonly WordLine[], start: number, next: Line): number {
  const sentences = lines.filter(
    ({ index, cells }) =>
      index > start && index < next.line && cells.some((cell) => isSentence(cell)),
  )
  const last = sentences.at(-1)
  const first = lines.find(({ page }) => page === next.page)?.index ?? start
  if (!last) return lines[start]?.page === next.page ? start + 1 : first
  return last.page === next.page ? last.index + 1 : first
}
