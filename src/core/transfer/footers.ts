/** Rows of a file that are no records: totals, page ends, groups and repeated headings (SPEC C434, C510). An import names them and leaves them out. */
import { readTypedAmount } from '#core/money.ts'
import { foldTitle } from './match-columns.ts'

const TOTAL_START =
  /^(?:(?:grand|sub|page|report|week(?:ly)?|month(?:ly)?|year(?:ly)?|overall)[\s-]*)?totals?/i
/** "Total", "Grand Total:", "Total (50 loads)". "Total-Quality" is a company. */
const TOTAL = new RegExp(`${TOTAL_START.source}(?:\\s*(?:[:=].*|\\(.*\\)|-))?$`, 'i')
/** "Totals for November", "Total 50 loads". But "Total Net Logistics" is a company. */
const TOTAL_OF = new RegExp(
  `${TOTAL_START.source}(?:\\s*[:(=-].*|\\s+(?:\\d|for\\b|of\\b|(?:loads?|rows?|records?|revenue|gross|net|miles|amount|rate|pay|due)\\b).*)$`,
  'i',
)
/** "Subtotal truck 901". No company begins like this. */
const SUBTOTAL = /^(?:grand|sub)[\s-]*totals?\b/i
const SUMMARY = /^(?:sum|average|avg\.?|count|number of loads|# of loads)\s*[:=]?$/i
/** "Printed 11/20/2026", "Prepared by: Ann", "Page 1 of 3", "End of report". */
const NOTE =
  /^(?:(?:printed|generated|exported|created|downloaded|prepared|report date|run date|as of)\b(?:\D{0,20}:|(?: (?:on|at))? *\d{1,4}[-/.]\d)|page \d+(?: of \d+)?$|end of (?:report|file|list|data)\W*$|[-=*_]{3,}$)/i
/** "50 loads", "Printed by Ann". But "500 Loads LLC" and "Prepared Foods Inc" are companies. */
const PROBABLE_NOTE =
  /^(?:\d[\d,]* (?:loads|rows|records|trips|results)\b|(?:printed|generated|exported|created|downloaded|prepared|report date|run date|as of)\b|page \d)/i

/**
 * The row's text if it is certainly a total, a note of the program that wrote the file, or the heading again; null for a record.
 * `withBareSums`: amounts without a word are sums too.
 */
export function describeFooter(
  cells: readonly string[],
  titles: readonly string[],
  withBareSums = true,
): string | null {
  const { filled, first, isSparse } = readFilled(cells, titles)
  const isFooter =
    (isSparse && [TOTAL, SUBTOTAL, SUMMARY].some((pattern) => pattern.test(first))) ||
    (filled.length <= 2 && titles.length > 2 && NOTE.test(first)) ||
    (withBareSums && isSparse && isBareSum(cells, filled)) ||
    isHeading(cells, titles)
  return isFooter ? toText(filled) : null
}

/** The row's text if it is probably a total or a note: as one of the last rows of a file that does not list names; null for a record. */
export function describeLastRow(
  cells: readonly string[],
  titles: readonly string[],
): string | null {
  const { filled, first, isSparse } = readFilled(cells, titles)
  const isFooter =
    (isSparse && TOTAL_OF.test(first)) ||
    (filled.length <= 2 && titles.length > 2 && PROBABLE_NOTE.test(first))
  return isFooter ? toText(filled) : null
}

/**
 * The text of a row that only groups the records below it: "WEEK 44", "Truck 901" (SPEC C510). A number alone is an incomplete record. Not for
 * a list of names.
 */
export function describeSection(
  cells: readonly string[],
  titles: readonly string[],
): string | null {
  const { filled, first } = readFilled(cells, titles)
  const isWords = /^\P{N}*\p{L}{2}/u.test(first) && /\s|^\D+$/.test(first)
  return filled.length === 1 && titles.length > 3 && isWords ? toText(filled) : null
}

function readFilled(cells: readonly string[], titles: readonly string[]) {
  const filled = cells.map((cell) => cell.trim()).filter(Boolean)
  return { filled, first: filled[0] ?? '', isSparse: filled.length * 2 <= titles.length }
}

function toText(filled: readonly string[]): string {
  return filled.join(' ').slice(0, LONGEST)
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
