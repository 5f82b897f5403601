/** A rate confirmation divided into lines and sections, which all readers of fields share. */
import { RATE, TOTAL } from './money/find-totals.ts'
import { findTotalLines } from './money/total.ts'
import type { Page } from './words/words.ts'
import { joinBrokenPlaces, splitColumns } from './words/columns.ts'
import { ANY_DAY } from './values/days.ts'
import { splitStops } from './words/split-stops.ts'
import { toLines, type Cell, type WordLine } from './words/lines.ts'
import { isStop, toSections, type Section } from './stops/sections.ts'
import { moveBlocksAbove } from './stops/blocks-above.ts'
import { moveDaysAbove } from './stops/days-above.ts'
import { withoutTerms } from './stops/terms.ts'
import type { SectionKind } from './stops/headings.ts'

/** `body`: the lines without the terms. All sections are in it. */
export type PaperLines = { lines: WordLine[]; body: WordLine[]; sections: Section[] }

export function toPaper(pages: readonly Page[]): PaperLines {
  return divide(joinBrokenPlaces(splitColumns(splitStops(toLines(pages)))))
}

/** `lines`: of a paper, or the part of it that is about one load. */
export function divide(lines: WordLine[]): PaperLines {
  const body = withoutTerms(lines)
  return {
    lines,
    body,
    sections: endAtTotal(moveDaysAbove(moveBlocksAbove(toSections(body), body), body), body),
  }
}

/** Below the total no stop goes on, so the days of a signature or a payment are none of a stop (SPEC C413). */
function endAtTotal(sections: readonly Section[], body: readonly WordLine[]): Section[] {
  const stops = sections.filter(({ heading }) => isStop(heading))
  const ends = findTotalLines(body).filter(
    (total) =>
      stops.every(({ cell }) => cell.page !== total.page || cell.line < total.line) &&
      stops.some(({ rows }) => rows.some((cells) => isTotalRow(cells, total))),
  )
  return sections.map((section) => {
    const { page } = section.cell
    const end = Math.min(...ends.flatMap((total) => (total.page === page ? total.line : [])))
    return isStop(section.heading)
      ? { ...section, rows: section.rows.filter((cells) => (cells[0]?.line ?? 0) < end) }
      : section
  })
}

/** False for a total in a box beside the rows of a stop. */
function isTotalRow(cells: readonly Cell[], total: Cell): boolean {
  const at = cells.indexOf(total)
  const isLabel = ({ text }: Cell) =>
    TOTAL.test(text) || RATE.test(text) || (!/[a-z]/i.test(text) && !ANY_DAY.test(text))
  return at >= 0 && cells.slice(0, at).every(isLabel)
}

/** The cells of the sections of these kinds. */
export function cellsOf({ sections }: PaperLines, ...kinds: SectionKind[]): Set<Cell> {
  const chosen = sections.filter(({ heading }) => kinds.includes(heading.kind))
  return new Set(chosen.flatMap(({ rows }) => rows.flat()))
}

/** The same lines with only the cells that pass the test. */
export function keepCells(lines: readonly WordLine[], passes: (cell: Cell) => boolean): WordLine[] {
  return lines.map((line) => ({ ...line, cells: line.cells.filter(passes) }))
}
