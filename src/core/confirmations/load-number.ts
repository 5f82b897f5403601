/** The broker's number of the load (SPEC C414). */
import { FIELD_LABELS } from './field-labels.ts'
import { distinctReads, readInSentences, readLabeled } from './labeled-field.ts'
import type { Layout } from './layouts/layouts.ts'
import { cellsOf, keepCells, type PaperLines } from './paper.ts'
import type { Read } from './reading.ts'
import { parseReference } from './values/references.ts'
import type { Cell } from './words/lines.ts'
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
  if (found.length) return found
  const long = (text: string) => (/^\W*\w{5}/.test(text) ? parseReference(text) : null)
  const numbered = readInSentences(paper.body, ['load #'], parseReference)
  return numbered.length ? numbered : readInSentences(paper.body, ['load'], long)
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
