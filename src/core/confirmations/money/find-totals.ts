/** Finds the amounts that a paper names as its total or its rate. */
import { isSameColumn, isSentence } from '#core/confirmations/words/labels.ts'
import type { Cell, WordLine } from '#core/confirmations/words/lines.ts'
import { findAmounts } from '#core/confirmations/values/amounts.ts'
import { wholeCell, type Span } from '#core/confirmations/words/spans.ts'
import { findAmountHits, type AmountHit } from './charges.ts'

/** Words for the whole amount. */
export const TOTAL =
  /^(?:\d{1,2}[.)]\s)?\W{0,2}(?:(?:grand|agreed|carrier|load|final|rate|pay)\s+)?(?:total|amount (?:due|payable))\b(?:[\s:.()*-]*\b(?:carrier|agreed|pay|payable|payment|rate|rates|charges?|amount|due|usd|us|cost|costs|freight|compensation|to|in|u\.?s\.?|dollars?|flat|price|confirmed|agreed|line\s?haul|all|for|load)\b)*(?:\s*\/\s*(?:tarif|taux|total|montant)(?:\s+(?:convenu|total|global))?)?[\s:.()*=-]*(?=\$|usd?|-|\(|\d|$)/i

const TOTAL_AFTER =
  /^[\s(]*(?:grand\s+)?total\b(?:\s+(?:carrier|pay|rate|amount|due|usd|in|u\.?s\.?|dollars?)\b\.?)*[\s).:]*$/i

const RATE_WORDS =
  'agreed|new|revised|tender|updated|carrier|contract(?:ed)?|flat|all[\\s-]?in|confirmed|negotiated|booked|gross|line\\s?haul|truck|freight|load|trip|haul|net|your|our|the|usd?'

const RATE_LABEL =
  `(?:(?:taux|tarifa?)\\s*/\\s*)?(?:(?:${RATE_WORDS})\\s+|all-in\\s+)*(?:rates?|pay(?:ment|out)?|flat|amount|(?:freight )?charges?|freight|line\\s?haul|compensation|price|cost|all[\\s-]?in)(?:\\(s\\))?(?:\\s*/\\s*(?:taux|tarifa?))?` +
  '(?:\\s*[:=(-]?\\s*\\(?(?:all[\\s-]?in|flat|confirmed|agreed|is|incl(?:\\.|uding)? fuel|fuel incl(?:uded)?|to carrier|to truck|usd?|in us dollars)\\)?)*\\s*[:=-]?\\s*(?=\\$|usd|\\d|$)'

/** Words for the whole rate where no line says "total". */
export const RATE = new RegExp(`^(?:\\d{1,2}[.)]\\s)?\\W{0,2}${RATE_LABEL}`, 'i')

/** Words that name the whole rate, not a part of it such as the line haul. */
export const WHOLE_RATE = new RegExp(
  `^\\W{0,2}(?=(?:agreed|carrier|all[\\s-]?in|net|gross|our|your)\\b)${RATE_LABEL}`,
  'i',
)

/** "$1,850 all in", "$1,850.00 flat rate". */
const RATE_AFTER =
  /^\s*(?:usd?)?\s*(?:all[\s-]?in|flat|to the truck)(?:\s+(?:rate|pay))?(?:\s+usd?)?[\s.!]*$/i

/** The amounts that one of the labels names: beside it, else below it, else in a text or above it. */
export function findTotals(lines: readonly WordLine[], labels: readonly RegExp[]): AmountHit[] {
  return listTotals(lines, labels).filter((hit) => !isCut(lines, hit))
}

/** "$3,439" above ".12": a narrow cell that breaks its amount. */
function isCut(lines: readonly WordLine[], { line, span }: AmountHit): boolean {
  const next = lines[lines.indexOf(line) + 1]
  if (!isWhole(span) || next?.page !== line.page) return false
  const isNear = next.baseline - line.baseline < WIDEST_LEADING * line.height
  const rest = next.cells.find(({ box }) => isSameColumn(box, span.cell.box))
  return isNear && /^(?:[.,]\d+|\d{1,2})$/.test(rest?.text ?? '')
}

const WIDEST_LEADING = 1.4

function listTotals(lines: readonly WordLine[], labels: readonly RegExp[]): AmountHit[] {
  const hits = lines.flatMap((line) =>
    line.cells
      .filter((cell) => !isSentence(cell))
      .flatMap((cell) => findBeside(line, cell, labels)),
  )
  if (hits.length) return hits
  const columns = lines.flatMap((line) =>
    line.cells.flatMap((cell) => findBelow(lines, line, cell, labels)),
  )
  if (columns.length || labels.includes(TOTAL)) return columns
  const inText = lines.flatMap((line) => line.cells.flatMap((cell) => findInText(line, cell)))
  if (inText.length) return inText
  return lines.flatMap((line) => line.cells.flatMap((cell) => findAbove(lines, line, cell)))
}

/** "Confirmed, load 4711, rate $1,850.00." */
function findInText(line: WordLine, cell: Cell): AmountHit[] {
  if (isSentence(cell)) return []
  return findAmountHits(line, [cell]).filter(({ span }, _at, hits) => {
    const before = cell.text.slice(0, span.from)
    const start =
      Math.max(before.lastIndexOf(', '), before.lastIndexOf('; '), before.lastIndexOf('. ')) + 2
    const label = start > 1 ? RATE.exec(before.slice(start)) : null
    return hits.length === 1 && label?.[0].length === before.length - start
  })
}

/** A large amount with "All-in rate" below it. */
function findAbove(lines: readonly WordLine[], line: WordLine, cell: Cell): AmountHit[] {
  const isLabel =
    [RATE, TOTAL].some((label) => label.exec(cell.text)?.[0].length === cell.text.length) &&
    line.cells.length === 1
  const above = isLabel ? lines[lines.indexOf(line) - 1] : undefined
  if (above?.page !== line.page || above.cells.length > 1) return []
  return findAmountHits(above).filter(({ span }) => isWhole(span))
}

/** "Total: $1,650.00", "Total Carrier Pay | $1,650.00", "$1,650.00 TOTAL". */
function findBeside(line: WordLine, cell: Cell, labels: readonly RegExp[]): AmountHit[] {
  const at = line.cells.indexOf(cell)
  const inCell = findAmountHits(line, [cell])
  const [first] = inCell
  const after = labels.includes(TOTAL) ? TOTAL_AFTER : labels.includes(RATE) ? RATE_AFTER : null
  if (first && after?.test(cell.text.slice(first.span.to))) {
    const words = cell.text.slice(0, first.span.from).replace(/usd?|us/i, '')
    if (!/[a-z]/i.test(words)) return [first]
    if (labels.includes(TOTAL)) return []
  }
  const label = labels.map((pattern) => pattern.exec(cell.text)).find((match) => match !== null)
  if (!label) return []
  if (inCell.length)
    return first && first.span.from - label[0].length <= 6 && isOnlyAmount(first, inCell)
      ? inCell
      : []
  if (cell.text.slice(label[0].length).trim()) return []
  const right = takeAmounts(line, line.cells.slice(at + 1))
  const last = right.at(-1)
  if (last) return [last]
  const before = line.cells[at - 1]
  const left = before && labels.includes(TOTAL) ? takeAmounts(line, [before]) : []
  return left.length === 1 ? left : []
}

/** After an amount, words such as "per mile" or "if approved" give it another meaning. */
function isOnlyAmount({ span }: AmountHit, inCell: readonly AmountHit[]): boolean {
  const after = span.cell.text.slice(span.to).replace(/^\s*(?:usd?|us dollars|cad|cdn)\b/i, '')
  return (
    inCell.length === 1 &&
    /^\W*$|^[\s,(–-]*(?:all[\s-]?in(?:clusive)?|flat|firm|total|inclu\w+|\(?\d picks? included|net|line\s?haul|for the load|(?:for|per) (?:this )?(?:load|trip|truck|shipment)|to the truck|plus tolls|tax(?:es)? (?:not included|extra))\b/i.test(
      after,
    )
  )
}

/** The amounts in cells with only numbers, up to the first cell with words. */
function takeAmounts(line: WordLine, cells: readonly Cell[]): AmountHit[] {
  const end = cells.findIndex(({ text }) =>
    /[a-z]/i.test(withoutNote(text).replaceAll(/\b(?:usd?|cad|cdn|dollars)\b/gi, '')),
  )
  return findAmountHits(line, end < 0 ? cells : cells.slice(0, end))
}

/** "$2,400.00 (flat)", "$1,825.00 ** FLAT **": the amount of the whole load, with a note behind it (SPEC C600). */
function withoutNote(text: string): string {
  return findAmounts(text).length === 1 ? text.replace(NOTE, '') : text
}

const NOTE =
  /(?<=\d)[\s,(*–-]*(?:usd?[\s,]*)?[(*\s]*(?:flat(?: rate)?|all[\s-]?in(?:clusive)?|firm|net|total|incl(?:\.|uding|udes)? (?:fuel|fsc|all (?:charges|accessorials))|all accessorials included|(?:for|per) (?:the |this )?load|to (?:the )?(?:truck|carrier))[\s.)*]*$/i

/** A column headed "Total" with one amount below. */
function findBelow(
  lines: readonly WordLine[],
  line: WordLine,
  cell: Cell,
  labels: readonly RegExp[],
): AmountHit[] {
  const isLabel = labels.some((label) => label.exec(cell.text)?.[0].length === cell.text.length)
  if (!isLabel) return []
  // "Rate | USD" above the amount.
  const beside = line.cells[line.cells.indexOf(cell) + 1]
  const head = beside && /^(?:usd?|us\$|\$)$/i.test(beside.text) ? beside : cell
  const at = lines.indexOf(line)
  const below = lines
    .slice(at + 1, at + 4)
    .flatMap((next) =>
      findAmountHits(next).filter(
        ({ span }) =>
          next.page === line.page && isSameColumn(span.cell.box, head.box) && isWhole(span),
      ),
    )
  return below.length === 1 ? below : []
}

/** True if the amount is all that its cell has. */
export function isWhole({ cell, from, to }: Span): boolean {
  const whole = wholeCell(cell)
  return to - from >= whole.to - 4
}
