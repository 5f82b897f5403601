/** The total of a rate confirmation: used only if it is the only total and equals the sum of its charges (SPEC C121). */
import type { Read, ReadCharge, TotalProblem } from '#core/confirmations/reading.ts'
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

/** Words for the whole rate where no line says "total". */
const RATE =
  /^\W{0,2}(?:agreed|carrier|contract(?:ed)?|flat|all[\s-]?in|confirmed|line\s?haul)?\s*(?:rate|pay|amount|freight charges?|line\s?haul|compensation)(?:\(s\))?\s*[:=]?\s*(?=\$|usd|\d|$)/i

/** `labels`: additional labels of a known layout. */
export function readMoney(lines: readonly WordLine[], labels: readonly string[]): ReadMoney {
  const own = labels.map((label) => new RegExp(`^\\W{0,2}${compileLabel(label).source}`, 'i'))
  const totals = findTotals(lines, [TOTAL, ...own])
  if (!totals.length) return readRate(lines)
  const options = distinct(totals).map((hit) => ({ hit, charges: chargesOf(lines, totals, hit) }))
  const [only] = options
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
  if (!rate) return { charges: [], problem: null }
  const next = lines[rate.line.index + 1]
  const below = next && next.page === rate.line.page ? findAmountHits(next) : []
  const charges = readCharges(lines, rate)
  if (distinct(rates).length > 1 || charges.length || below.length)
    return report(distinct(rates), charges)
  return { total: toReadAmount(rate), charges: [], problem: null }
}

function findTotals(lines: readonly WordLine[], labels: readonly RegExp[]): AmountHit[] {
  const hits = lines.flatMap((line) =>
    line.cells
      .filter((cell) => !isSentence(cell))
      .flatMap((cell) => findBeside(line, cell, labels)),
  )
  return hits.length
    ? hits
    : lines.flatMap((line) => line.cells.flatMap((cell) => findBelow(lines, line, cell, labels)))
}

/** "Total: $1,650.00", "Total Carrier Pay | $1,650.00", "$1,650.00 TOTAL". */
function findBeside(line: WordLine, cell: Cell, labels: readonly RegExp[]): AmountHit[] {
  const at = line.cells.indexOf(cell)
  const inCell = findAmountHits(line, [cell])
  const [first] = inCell
  if (first && TOTAL_AFTER.test(cell.text.slice(first.span.to)) && labels.includes(TOTAL)) {
    return /[a-z]/i.test(cell.text.slice(0, first.span.from).replace(/usd?|us/i, '')) ? [] : [first]
  }
  const label = labels.map((pattern) => pattern.exec(cell.text)).find((match) => match !== null)
  if (!label) return []
  if (inCell.length)
    return first && first.span.from - label[0].length <= 6 && inCell.length === 1 ? inCell : []
  if (cell.text.slice(label[0].length).trim()) return []
  const right = takeAmounts(line, line.cells.slice(at + 1))
  const last = right.at(-1)
  if (last) return [last]
  const before = line.cells[at - 1]
  const left = before && labels.includes(TOTAL) ? takeAmounts(line, [before]) : []
  return left.length === 1 ? left : []
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
  const below = lines
    .slice(line.index + 1, line.index + 4)
    .flatMap((next) =>
      findAmountHits(next).filter(
        ({ span }) =>
          next.page === line.page && isSameColumn(span.cell.box, cell.box) && isWhole(span),
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
