/** A rate confirmation divided into lines and sections, which all readers of fields share. */
import type { Page } from './words/words.ts'
import { splitStops } from './words/split-stops.ts'
import { toLines, type Cell, type WordLine } from './words/lines.ts'
import { toSections, type Section } from './stops/sections.ts'
import { withoutTerms } from './stops/terms.ts'
import type { SectionKind } from './stops/headings.ts'

/** `body`: the lines without the terms. All sections are in it. */
export type PaperLines = { lines: WordLine[]; body: WordLine[]; sections: Section[] }

export function toPaper(pages: readonly Page[]): PaperLines {
  return divide(splitStops(toLines(pages)))
}

/** `lines`: of a paper, or the part of it that is about one load. */
export function divide(lines: WordLine[]): PaperLines {
  const body = withoutTerms(lines)
  return { lines, body, sections: toSections(body) }
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
