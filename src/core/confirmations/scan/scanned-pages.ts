/** Finds the pages of a confirmation that OCR must read (SPEC C143). */
import type { Page } from '#core/confirmations/words/words.ts'

/** A fax machine or scanning app prints a line on each page; a confirmation has many more words. */
const FEW_WORDS = 25

/** OCR needs seconds per page, and the first pages of a confirmation contain everything. */
const MAX_PAGES = 5

/** True if no page has more than a few words. */
export function isScan(pages: readonly Page[]): boolean {
  return pages.every(({ words }) => words.length < FEW_WORDS)
}

/** The pages without words, or all pages of a scan. Pages count from 0. */
export function findScannedPages(pages: readonly Page[]): number[] {
  const all = isScan(pages)
  const numbers = pages.flatMap(({ words }, page) => (all || words.length === 0 ? page : []))
  return numbers.slice(0, MAX_PAGES)
}
