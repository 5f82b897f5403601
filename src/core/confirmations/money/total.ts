/** The total of a rate confirmation: used only if it is the only total and equals the sum of its charges (SPEC C121). */
import type { Read, ReadCharge, TotalProblem } from '#core/confirmations/reading.ts'
import { readHeading } from '#core/confirmations/stops/headings.ts'
import { compileLabel, isSameColumn, isSentence } from '#core/confirmations/words/labels.ts'
import type { Cell, WordLine } from '#core/confirmations/words/lines.ts'
import { toRead, wholeCell, type Span } from '#core/confirmations/words/spans.ts'
import { addUp, toAmount } from '#core/money.ts'
import { findAmountHits, readCharges, type AmountHit } from './charges.ts'

type ReadMoney = { total?: Read; charges: ReadCharge[]; problem: TotalProblem | null }

const TOTAL =
  /^\W{0,2}(?:(?:grand|agreed|carrier|load|final|rate|pay)\s+)?total\b(?:[\s:.()*-]*\b(?:carrier|pay|payable|payment|rate|rates|charges?|amount|due|usd|us|cost|costs|freight|compensation|to|in|u\.?s\.?|dollars?|flat|price|confirmed|agreed|line\s?haul|all|for|load)\b)*[\s:.()*=-]*(?=\$|usd|-|\(|\d|$)/i

const TOTAL_AFTER =
  /^[\s(]*(?:grand\s+)?total\b(?:\s+(?:carrier|pay|rate|amount|due|usd|in|u\.?s\.?|dollars?)\b\.?)*[\s).:]*$/i

const RATE_WORDS =
  'agreed|carrier|contract(?:ed)?|flat|all[\\s-]?in|confirmed|negotiated|booked|gross|line\\s?haul|truck|freight|load|trip|haul|net|your|our|the|usd?'

const RATE_LABEL =
  `(?:(?:${RATE_WORDS})\\s+|all-in\\s+)*(?:rates?|pay(?:ment)?|amount|(?:freight )?charges?|freight|line\\s?haul|compensation|price|cost)(?:\\(s\\))?` +
  '(?:\\s*[:=(-]?\\s*\\(?(?:all[\\s-]?in|flat|confirmed|is|to carrier|to truck|usd?|in us dollars)\\)?)*\\s*[:=-]?\\s*(?=\\$|usd|\\d|$)'

/** Words for the whole rate where no line says "total". */
const RATE = new RegExp(`^\\W{0,2}${RATE_LABEL}`, 'i')

/** Words that name the whole rate, not a part of it such as the line haul. */
const WHOLE_RATE = new RegExp(
  `^\\W{0,2}(?=(?:agreed|carrier|all[\\s-]?in|net|gross|our|your)\\b)${RATE_LABEL}`,
  'i',
)

/** "$1,850 all in", "$1,850.00 flat rate". */
const RATE_AFTER = /^\s*(?:usd?)?\s*(?:all[\s-]?in|flat)(?:\s+(?:rate|pay))?(?:\s+usd?)?[\s.!]*$/i

/** `labels`: additional labels of a known layout. */
export function readMoney(lines: readonly WordLine[], labels: readonly string[]): ReadMoney {
  const own = labels.map((label) => new RegExp(`^\\W{0,2}${compileLabel(label).source}`, 'i'))
  const found = findTotals(lines, [TOTAL, ...own])
  const totals = found.filter((hit) => !isOfAccessorials(lines, hit) && !isOfGoods(lines, hit))
  if (!totals.length) return readRate(lines)
  const options = distinct(totals).map((hit) => ({ hit, charges: chargesOf(lines, totals, hit) }))
  const [only] = options
  const others = only ? findOtherRates(lines, only.hit, only.charges) : []
  if (only && others.length) return report([only.hit, ...others], [])
  if (only && options.length === 1) return takeOrReport(only.hit, only.charges)
  const fitting = options.filter(
    ({ hit, charges }) => charges.length > 1 && sumOf(charges) === hit.cents,
  )
  const [best] = fitting
  if (best && fitting.length === 1) return takeOrReport(best.hit, best.charges)
  const fullest = options.toSorted((a, b) => b.charges.length - a.charges.length)[0]?.charges ?? []
  return report(
    options.map(({ hit }) => hit),
    fullest,
  )
}

/** Where the paper prints a total, or else a rate. */
export function findTotalLines(lines: readonly WordLine[]): { line: number; page: number }[] {
  const totals = findTotals(lines, [TOTAL])
  return (totals.length ? totals : findTotals(lines, [RATE])).map(({ span: { cell } }) => cell)
}

/** A total can be printed twice, once without the charges above it. */
function chargesOf(
  lines: readonly WordLine[],
  totals: AmountHit[],
  { cents }: AmountHit,
): ReadCharge[] {
  const lists = totals.filter((hit) => hit.cents === cents).map((hit) => readCharges(lines, hit))
  return (
    lists.find((charges) => sumOf(charges) === cents) ??
    lists.toSorted((a, b) => b.length - a.length)[0] ??
    []
  )
}

/** The total of what is only paid if it happens: "Accessorials (with approval)" above the list. */
function isOfAccessorials(lines: readonly WordLine[], hit: AmountHit): boolean {
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
function isOfGoods(lines: readonly WordLine[], { line, span }: AmountHit): boolean {
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

/**
 * Amounts that are named like the whole rate, but are not this total and none of its charges: a larger line haul, or
 * another "Carrier Pay". Then the total is that of a list, such as of accessorials or of the goods.
 */
function findOtherRates(
  lines: readonly WordLine[],
  { cents }: AmountHit,
  charges: readonly ReadCharge[],
): AmountHit[] {
  const listed = new Set(charges.map(({ read }) => read.value))
  const rates = [
    ...findTotals(lines, [RATE]).filter((rate) => rate.cents > cents),
    ...findTotals(lines, [WHOLE_RATE]).filter((rate) => rate.cents !== cents),
  ]
  return distinct(rates).filter((rate) => !listed.has(toAmount(rate.cents)))
}

function takeOrReport(hit: AmountHit, charges: ReadCharge[]): ReadMoney {
  if (charges.length && sumOf(charges) !== hit.cents) return report([hit], charges)
  // An advance or a fee is deducted, so the total is what remains to be paid, not what the load earns.
  const earned = charges.filter(({ read }) => !read.value.startsWith('-'))
  if (earned.length < charges.length) return report([hit], earned)
  const shown = charges.filter(({ read }) => read.value !== '0.00')
  return { total: toReadAmount(hit), charges: shown, problem: null }
}

function report(hits: AmountHit[], charges: ReadCharge[]): ReadMoney {
  const chargesSum = charges.length ? sumOf(charges) : null
  return { charges, problem: { totals: hits.map(toReadAmount), chargesSum } }
}

/** For a paper without a total: the amount beside "Rate", if there are no other charges above or below it. */
function readRate(lines: readonly WordLine[]): ReadMoney {
  const rates = findTotals(lines, [RATE])
  const [rate] = distinct(rates)
  if (!rate) return offerOnly(lines)
  const next = lines[lines.indexOf(rate.line) + 1]
  const texts = next?.cells.filter((cell) => !isSentence(cell))
  const below = next?.page === rate.line.page ? findAmountHits(next, texts) : []
  const isGoods = (line: WordLine) => findAmountHits(line).some((hit) => isOfGoods(lines, hit))
  const charges = readCharges(
    lines.filter((line) => !isGoods(line)),
    rate,
  )
  if (distinct(rates).length > 1 || charges.length || below.length)
    return report(distinct(rates), charges)
  return { total: toReadAmount(rate), charges: [], problem: null }
}

/** The only amount of a short message is offered. */
function offerOnly(lines: readonly WordLine[]): ReadMoney {
  const hits = lines.length <= SHORT ? lines.flatMap((line) => findAmountHits(line)) : []
  const [only] = distinct(hits)
  const isOne = only && distinct(hits).length === 1 && only.cents >= 10_000n
  return isOne ? report([only], []) : { charges: [], problem: null }
}

/** The most lines of a message. */
const SHORT = 14

function findTotals(lines: readonly WordLine[], labels: readonly RegExp[]): AmountHit[] {
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
  const isLabel = RATE.exec(cell.text)?.[0].length === cell.text.length && line.cells.length === 1
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
  const after = span.cell.text.slice(span.to).replace(/^\s*(?:usd?|us dollars|cad)\b/i, '')
  return (
    inCell.length === 1 &&
    /^\W*$|^[\s,(–-]*(?:all[\s-]?in|flat|total|includ\w+|net|line\s?haul|for the load|to the truck|plus tolls)\b/i.test(
      after,
    )
  )
}

/** The amounts in cells with only numbers, up to the first cell with words. */
function takeAmounts(line: WordLine, cells: readonly Cell[]): AmountHit[] {
  const end = cells.findIndex(({ text }) =>
    /[a-z]/i.test(text.replaceAll(/\b(?:usd?|dollars)\b/gi, '')),
  )
  return findAmountHits(line, end < 0 ? cells : cells.slice(0, end))
}

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

function isWhole({ cell, from, to }: Span): boolean {
  const whole = wholeCell(cell)
  return to - from >= whole.to - 4
}

function distinct(hits: readonly AmountHit[]): AmountHit[] {
  return hits.filter((hit, index) => hits.findIndex(({ cents }) => cents === hit.cents) === index)
}

function sumOf(charges: readonly ReadCharge[]): bigint {
  return addUp(charges.map(({ read }) => read.value))
}

function toReadAmount({ cents, span }: AmountHit): Read {
  return toRead(span, toAmount(cents))
}
