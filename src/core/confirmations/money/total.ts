/** The total of a rate confirmation: used only if it is the only total and equals the sum of its charges (SPEC C121). */
import type { Read, ReadCharge, TotalProblem } from '#core/confirmations/reading.ts'
import { readHeading } from '#core/confirmations/stops/headings.ts'
import { compileLabel, isSameColumn, isSentence } from '#core/confirmations/words/labels.ts'
import type { Cell, WordLine } from '#core/confirmations/words/lines.ts'
import { toRead } from '#core/confirmations/words/spans.ts'
import { addUp, toAmount } from '#core/money.ts'
import { type AmountHit, findAmountHits, readCharges } from './charges.ts'
import { findTotals, isWhole, RATE, TOTAL, WHOLE_RATE } from './find-totals.ts'
import { findSentenceRates } from './sentence-rates.ts'

type ReadMoney = { total?: Read; charges: ReadCharge[]; problem: TotalProblem | null }

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
  if (only && options.length === 1) return takeOrReport(lines, only.hit, only.charges)
  const fitting = options.filter(
    ({ hit, charges }) => charges.length > 1 && sumOf(charges) === hit.cents,
  )
  const [best] = fitting
  if (best && fitting.length === 1) return takeOrReport(lines, best.hit, best.charges)
  const fullest = options.toSorted((a, b) => b.charges.length - a.charges.length)[0]?.charges ?? []
  return report(
    options.map(({ hit }) => hit),
    fullest,
  )
}

/** True for "1,650.00 CAD", and on a paper that names Canadian dollars for an amount that is not in US dollars by name. */
function isForeign(lines: readonly WordLine[], { line }: AmountHit): boolean {
  const names = (currency: RegExp) => (one: WordLine) =>
    one.cells.some(({ text }) => currency.test(text))
  return names(FOREIGN)(line) || (lines.some(names(FOREIGN)) && !names(US)(line))
}

const FOREIGN =
  /(?<![a-z])(?:(?:cad|cdn|mxn)(?=\b|\d)|(?:c|ca|can|cdn|mx)\$|(?:canadian|cdn|mexican) (?:dollars?|funds|currency|pesos?)\b)/i
const US = /\b(?:usd?\b|usd(?=\d)|u\.s\.|us\$)/i

/** Where the paper prints a total, or else a rate. */
export function findTotalLines(lines: readonly WordLine[]): Cell[] {
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
    ...findSentenceRates(lines).filter((rate) => rate.cents !== cents),
  ]
  return distinct(rates).filter((rate) => !listed.has(toAmount(rate.cents)))
}

function takeOrReport(
  lines: readonly WordLine[],
  hit: AmountHit,
  charges: ReadCharge[],
): ReadMoney {
  if (charges.length && sumOf(charges) !== hit.cents) return report([hit], charges)
  // An advance or a fee is deducted, so the total is what remains to be paid, not what the load earns.
  const earned = charges.filter(({ read }) => !read.value.startsWith('-'))
  if (earned.length < charges.length) return report([hit], earned)
  const shown = charges.filter(({ read }) => read.value !== '0.00')
  return isUnitRate(lines, hit) || isForeign(lines, hit)
    ? report([hit], shown)
    : { total: toReadAmount(hit), charges: shown, problem: null }
}

function report(hits: AmountHit[], charges: ReadCharge[]): ReadMoney {
  const chargesSum = charges.length ? sumOf(charges) : null
  return { charges, problem: { totals: hits.map(toReadAmount), chargesSum } }
}

/** For a paper without a total: the amount beside "Rate", if there are no other charges above or below it. */
function readRate(lines: readonly WordLine[]): ReadMoney {
  const rates = findTotals(lines, [RATE])
  const [rate] = distinct(rates)
  if (!rate) return readSentenceRate(lines)
  const next = lines[lines.indexOf(rate.line) + 1]
  const texts = next?.cells.filter((cell) => !isSentence(cell))
  const below = next?.page === rate.line.page ? findAmountHits(next, texts) : []
  const isGoods = (line: WordLine) => findAmountHits(line).some((hit) => isOfGoods(lines, hit))
  const charges = readCharges(
    lines.filter((line) => !isGoods(line)),
    rate,
  )
  const summed = distinct(rates).flatMap((hit) => {
    const list = readCharges(lines, hit)
    return list.length > 1 && sumOf(list) === hit.cents ? [{ hit, list }] : []
  })
  const [sum] = summed
  // "Gross pay" below the charges that add up to it.
  if (sum && summed.length === 1 && distinct(rates).every(({ cents }) => cents <= sum.hit.cents))
    return takeOrReport(lines, sum.hit, sum.list)
  const others = findSentenceRates(lines).filter(({ cents }) => cents !== rate.cents)
  if (distinct(rates).length > 1 || charges.length || below.length || others.length)
    return report(distinct([...rates, ...others]), charges)
  return takeOrReport(lines, rate, [])
}

/** A sentence names the rate only where nothing else does. */
function readSentenceRate(lines: readonly WordLine[]): ReadMoney {
  const rates = distinct(findSentenceRates(lines))
  const [only] = rates
  if (!only) return offerOnly(lines)
  return rates.length > 1 ? report(rates, []) : takeOrReport(lines, only, [])
}

/** The only amount of a short message is offered. */
function offerOnly(lines: readonly WordLine[]): ReadMoney {
  const hits = lines.length <= SHORT ? lines.flatMap((line) => findAmountHits(line)) : []
  const [only] = distinct(hits)
  const isOne = only && distinct(hits).length === 1 && only.cents >= LEAST_TOTAL
  return isOne ? report([only], []) : { charges: [], problem: null }
}

/** The most lines of a message. */
const SHORT = 14

/** A smaller amount, in cents, can be a rate per mile or per ton. */
export const LEAST_TOTAL = 10_000n

/** True if the amount can be what one mile, ton or hour pays: it is small, or "Per ton" is beside or below it. */
function isUnitRate(lines: readonly WordLine[], { cents, line, span }: AmountHit): boolean {
  if (cents < LEAST_TOTAL) return true
  const beside = line.cells[line.cells.indexOf(span.cell) + 1]
  const next = lines[lines.indexOf(line) + 1]
  const below = next?.page === line.page ? next.cells : []
  return [beside, ...below].some((cell) => cell && UNIT_OF_RATE.test(cell.text))
}

const UNIT_OF_RATE =
  /^[^\w/]*(?:(?:rate|pay|unit)(?: (?:type|basis|unit|method|of measure))?\s*:?\s*)?(?:(?:per|\/)\s*(?:loaded |practical |short |metric |gross )?(?:mi(?:les?)?|tons?|tonnes?|cwt|hundredweight|lbs?|pounds?|pallets?|skids?|pieces?|units?|hours?|hrs?|days?|gal(?:lons?)?|bushels?|bbl|barrels?|yards?|km)\b|rpm\b|cwt\b|hourly\b)/i

function distinct(hits: readonly AmountHit[]): AmountHit[] {
  return hits.filter((hit, index) => hits.findIndex(({ cents }) => cents === hit.cents) === index)
}

function sumOf(charges: readonly ReadCharge[]): bigint {
  return addUp(charges.map(({ read }) => read.value))
}

function toReadAmount({ cents, span }: AmountHit): Read {
  return toRead(span, toAmount(cents))
}

// Totals of lists that are not what the load pays (SPEC C417).

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
