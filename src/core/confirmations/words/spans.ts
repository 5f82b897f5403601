/** A part of a cell's text with its place on the page. */
import type { Read } from '#core/confirmations/reading.ts'
import type { Cell } from './lines.ts'
import { confidenceOf, joinBoxes, placeOf } from './words.ts'

/** `from` and `to` are positions in the cell's text. */
export type Span = { cell: Cell; from: number; to: number }

export function wholeCell(cell: Cell): Span {
  return { cell, from: 0, to: cell.text.length }
}

export function textOf({ cell, from, to }: Span): string {
  return cell.text.slice(from, to)
}

/** The place is the box around the words that the span touches. */
export function toRead({ cell, from, to }: Span, value: string): Read {
  const words = cell.words.filter((word, index) => {
    const start = cell.starts[index] ?? 0
    return start < to && start + word.text.length > from
  })
  const shown = words.length ? words : cell.words
  return {
    value,
    page: cell.page,
    box: joinBoxes(shown.map(placeOf)),
    words: shown.map(({ text }) => text).join(' '),
    ...confidenceOf(shown),
  }
}

/** Joins the places of a value, such as an address of two lines. All must be on one page. */
export function joinReads(reads: readonly Read[], value: string): Read {
  return {
    value,
    page: reads[0]?.page ?? 0,
    box: joinBoxes(reads.map(({ box }) => box)),
    words: reads.map(({ words }) => words).join(' '),
    ...confidenceOf(reads),
  }
}
