/** Rows of a card file that are totals and notes (SPEC C529). */
import { readTypedDay } from '#core/calendar.ts'
import { describeFooter, describeLastRow } from '#core/transfer/footers.ts'

/** A cell that says nothing else. "TOTAL 436" and "Total Wine" are places. */
const TOTAL = /^(?:(?:grand|sub|report)[\s-]*)?totals?\s*:?$/i

/** A total or a note. A row with a day is neither, unless it says "Total". Any other row that can't be read is a problem. */
export function isFooter(cells: readonly string[], titles: readonly string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter(Boolean)
  if (filled.some((cell) => TOTAL.test(cell))) return true
  if (filled.some((cell) => readTypedDay(cell) !== null)) return false
  const known = titles.filter(Boolean).length
  // A file of three columns has rows of three cells.
  const fewest = Math.min(2, known - 2)
  return (
    filled.length <= fewest ||
    describeFooter(cells, titles) !== null ||
    describeLastRow(cells, titles) !== null
  )
}
