/** Which pages of a confirmation have to be read by OCR (SPEC C143). */
import type { Page } from '#core/confirmations/words/words.ts'

/** A fax or an app for scans prints a line on each page; a confirmation has many more words. */
const FEW_WORDS = 25

/** OCR needs seconds for a page, and a confirmation says everything on its first ones. */
const MOST_PAGES = 5

/** No page has more than a few words. */
export function isScan(pages: readonly Page[]): boolean {
  return pages.every(({ words }) => words.length < FEW_WORDS)
}

/** Numbers of pages from 0. Those without words; all, if none has more than a few. */
export function findScannedPages(pages: readonly Page[]): number[] {
  const all = isScan(pages)
  const numbers = pages.flatMap(({ words }, page) => (all || words.length === 0 ? page : []))
  return numbers.slice(0, MOST_PAGES)
}
