/** Rows of a file that are no records: totals, page ends and repeated headings (SPEC C434). An import names them and leaves them out. */
import { readTypedAmount } from '#core/money.ts'
import { foldTitle } from './match-columns.ts'

/** "Total", "Grand Total:", "Totals for November", "Total (50 loads)". "Total Quality Logistics" is a broker. */
const TOTAL =
  /^(?:(?:grand|sub|page|report|week(?:ly)?|month(?:ly)?|year(?:ly)?|overall)[\s-]*)?totals?(?:\s*[:(=-].*|\s+(?:\d|for\b|of\b|loads?\b|rows?\b|records?\b|revenue\b|gross\b|net\b|miles\b|amount\b|rate\b|pay\b|due\b).*)?$/i
const SUMMARY = /^(?:sum|average|avg\.?|count|number of loads|# of loads)\s*[:=]?$/i
/** "50 loads", "Printed 11/20/2026", "Page 1 of 3", "End of report". */
const NOTE =
  /^(?:\d[\d,]* (?:loads|rows|records|trips|results)\b|(?:printed|generated|exported|created|downloaded|prepared|report date|run date|as of)\b|page \d|end of (?:report|file|list|data)\b|[-=*_]{3,}$)/i

/**
 * The row's text if it is a total, a note of the program that wrote the file, or the heading again; null for a record. `withBareSums`:
 * amounts without a word are sums too.
 */
export function describeFooter(
  cells: readonly string[],
  titles: readonly string[],
  withBareSums = true,
): string | null {
  const filled = cells.map((cell) => cell.trim()).filter(Boolean)
  const [first = ''] = filled
  const isSparse = filled.length * 2 <= titles.length
  const isFooter =
    (isSparse && (TOTAL.test(first) || SUMMARY.test(first))) ||
    (filled.length <= 2 && titles.length > 2 && NOTE.test(first)) ||
    (withBareSums && isSparse && isBareSum(cells, filled)) ||
    isHeading(cells, titles)
  return isFooter ? filled.join(' ').slice(0, LONGEST) : null
}

const LONGEST = 80

/** Amounts below their columns, without a word: the sums of a spreadsheet. */
function isBareSum(cells: readonly string[], filled: readonly string[]): boolean {
  return (
    (cells[0] ?? '').trim() === '' &&
    filled.every((cell) => /[.$,]/.test(cell) && readTypedAmount(cell) !== null)
  )
}

function isHeading(cells: readonly string[], titles: readonly string[]): boolean {
  return (
    titles.length > 1 &&
    titles.every((title, at) => foldTitle(title) === foldTitle(cells[at] ?? ''))
  )
}
