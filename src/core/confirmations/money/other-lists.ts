/** Totals of lists that are not what the load pays (SPEC C417). */
import { readHeading } from '#core/confirmations/stops/headings.ts'
import { isSameColumn } from '#core/confirmations/words/labels.ts'
import type { WordLine } from '#core/confirmations/words/lines.ts'
import { readCharges, type AmountHit } from './charges.ts'
import { isWhole } from './find-totals.ts'

/** The total of what is only paid if it happens: "Accessorials (with approval)" above the list. */
export function isOfAccessorials(lines: readonly WordLine[], hit: AmountHit): boolean {
  const top = readCharges(lines, hit)[0]?.read
  const above = lines.findLast(
    ({ page, baseline, cells }) =>
      page === top?.page &&
      baseline < top.box.y &&
      !cells.some(({ text }) => /\d\.\d\d/.test(text)),
  )
  return above?.cells.some(({ text }) => ACCESSORIALS.test(text)) ?? false
}

/** A sum in a column such as "Declared Value". */
export function isOfGoods(lines: readonly WordLine[], { line, span }: AmountHit): boolean {
  if (!isWhole(span)) return false
  let lowest = line
  for (const above of lines.slice(0, lines.indexOf(line)).toReversed()) {
    const isFar = lowest.baseline - above.baseline > WIDEST_ROW_GAP * line.height
    if (above.page !== line.page || isFar || above.cells.some((cell) => readHeading(cell))) break
    const head = above.cells.find(({ box }) => isSameColumn(box, span.cell.box))
    if (head && /[a-z]{3}/i.test(head.text) && !/\d/.test(head.text)) return GOODS.test(head.text)
    lowest = above
  }
  return false
}

const WIDEST_ROW_GAP = 3.5

const GOODS =
  /^\W*(?:declared|insur|cargo|goods|unit|total)?\s*(?:value|insurance|weight|qty|quantity|units?|pieces|pallets)\b/i

const ACCESSORIALS =
  /\baccessorials?\b|\b(?:if|with|upon|when|prior) (?:approv|authori)|\bpenalt|\bfines\b/i
