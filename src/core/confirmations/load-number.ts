/** The broker's number of the load (SPEC C414). */
import { FIELD_LABELS } from './field-labels.ts'
import { distinctReads, readInSentences, readLabeled } from './labeled-field.ts'
import type { Layout } from './layouts/layouts.ts'
import { cellsOf, keepCells, type PaperLines } from './paper.ts'
import type { Read } from './reading.ts'
import { parseReference } from './values/references.ts'
import { isSameColumn } from './words/labels.ts'
import type { Cell, WordLine } from './words/lines.ts'
import { toRead } from './words/spans.ts'
import { rightOf } from './words/words.ts'

/** Reads every page, because headers and footers of the terms repeat the number. */
export function readLoadNumber(paper: PaperLines, layout: Layout | null): Read[] {
  const others = cellsOf(paper, 'billing', 'carrier')
  const ofStops = cellsOf(paper, 'pickup', 'delivery', 'stop')
  const lines = keepCells(paper.lines, (cell) => !others.has(cell))
  const own = layout?.labels.brokerLoadNumber
  const found = distinctReads(readLabeled(lines, FIELD_LABELS.brokerLoadNumber, own)).filter(
    // "Ref #" at a stop is the shipper's or the receiver's.
    (read) => !isReferenceOf(ofStops, read),
  )
  const [only] = found
  if (only && found.length === 1) return [only, ...readColumnBelow(paper.body, only)]
  if (found.length) return found
  const long = (text: string) => (/^\W*\w[\w-]{4}/.test(text) ? parseReference(text) : null)
  const numbered = readInSentences(paper.body, ['load #'], parseReference)
  return numbered.length ? numbered : readInSentences(paper.body, ['load'], long)
}

/** The other numbers of a list of loads: those below the number in the column "Load #". */
export function readColumnBelow(lines: readonly WordLine[], { value, page, box }: Read): Read[] {
  const at = lines.findIndex(
    (line) =>
      line.page === page &&
      line.cells.some((cell) => cell.text === value && Math.abs(cell.box.y - box.y) < 2),
  )
  const inColumn = ({ cells }: WordLine) => cells.find((cell) => isSameColumn(cell.box, box))
  const above = lines
    .slice(0, Math.max(at, 0))
    .findLast((line) => line.page === page && inColumn(line))
  const head = above && inColumn(above)
  if (!head || !/^(?:\w+ )?(?:load|order|pro|shipment|trip)\b[^\d]*$/i.test(head.text)) return []
  const numbers: Read[] = []
  for (const line of lines.slice(at + 1)) {
    const cell = line.page === page ? inColumn(line) : undefined
    const found = cell && parseReference(cell.text)
    if (!cell || found?.from !== 0 || found.to < cell.text.length) break
    numbers.push(toRead({ cell, from: 0, to: cell.text.length }, found.value))
  }
  return distinctReads(numbers).filter((read) => read.value !== value)
}

function isReferenceOf(cells: ReadonlySet<Cell>, { page, box }: Read): boolean {
  return [...cells].some(
    (cell) =>
      cell.page === page &&
      /\bref/i.test(cell.text) &&
      Math.abs(cell.box.y - box.y) < box.height / 2 &&
      box.x >= cell.box.x - 1 &&
      box.x - rightOf(cell.box) < WIDEST_LABEL_GAP,
  )
}

/** How far right of its label a value can be, in points. */
const WIDEST_LABEL_GAP = 80

/** A number alone below the title "Load Confirmation" is a choice if the paper labels no other. */
export function readBelowTitle({ body }: PaperLines): Read[] {
  const ranks = [['load confirmation', 'rate confirmation', 'carrier confirmation', 'load tender']]
  const parse = (text: string) => {
    const found = parseReference(text)
    return found?.from === 0 && found.to === text.length && text.length > 4 ? found : null
  }
  return readLabeled(body, { ranks, sides: ['below'], parse })
}
