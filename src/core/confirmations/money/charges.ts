/** Reads the charges above a total: line haul, fuel surcharge and others, each with its amount. */
import type { ChargeKind } from '#core/charges/kinds.ts'
import type { ReadCharge } from '#core/confirmations/reading.ts'
import { readHeading } from '#core/confirmations/stops/headings.ts'
import { findAmounts, findNumbers } from '#core/confirmations/values/amounts.ts'
import { isSentence } from '#core/confirmations/words/labels.ts'
import type { Cell, WordLine } from '#core/confirmations/words/lines.ts'
import { toRead, type Span } from '#core/confirmations/words/spans.ts'
import { rightOf } from '#core/confirmations/words/words.ts'
import { parseDecimal, toAmount, type Cents } from '#core/money.ts'

/** An amount on the page. */
export type AmountHit = { cents: Cents; span: Span; line: WordLine }

const KINDS: readonly [ChargeKind, RegExp][] = [
  ['fuel-surcharge', /\bfuel\b|\bfsc\b/i],
  ['detention', /\bdetention\b|\bdriver wait/i],
  ['layover', /\blay\s?over\b/i],
  ['tonu', /\btonu\b|\btruck order(?:ed)? not used\b/i],
  [
    'stop-off',
    /\b(?:stop[\s-]?offs?|(?:extra|additional) (?:stop|pick|drop)s?|stop charge|multi[\s-]?stop)\b/i,
  ],
  ['lumper', /\blumper\b|\bunload(?:ing)?\b/i],
  [
    'line-haul',
    /\bline\s?-?haul\b|\bflat\b|\bfreight\b|\bbase\b|\btruck\s?load\b|\bhaul\b|\bcarrier (?:rate|pay)\b|^rate\b|\bper mile\b|\bmileage\b/i,
  ],
]

/** A wider gap, in line heights, ends the table of charges. */
const WIDEST_GAP = 3.5

/** Words of a row that describe no charge. */
const UNIT = /^(?:usd?|us\$|\$|flat|each|ea|miles?|mi|unit|qty|quantity|cwt|lump sum|x|@|=|1)$/i

/** Reads upward from the line above the total, as long as each line has an amount; one line may have none. */
export function readCharges(lines: readonly WordLine[], total: AmountHit): ReadCharge[] {
  const charges: ReadCharge[] = []
  let lowest = total.line
  let misses = 0
  const above = lines.filter(
    ({ index, page }) => page === total.line.page && index < total.line.index,
  )
  for (const line of above.toReversed()) {
    const isFar =
      lowest.baseline - line.baseline > WIDEST_GAP * Math.max(line.height, lowest.height)
    if (isFar || beginsTable(line)) break
    const charge = readChargeLine(line, total)
    if (charge === undefined && ++misses > 1) break
    if (charge) charges.unshift(charge)
    lowest = line
  }
  return charges
}

/** A heading with an amount on its line is a charge: "Rate(s): $1,725.00", "STOP OFF $75.00". A sentence is none. */
function beginsTable(line: WordLine): boolean {
  if (line.cells.some((cell) => isSentence(cell) || hasSeveral(line, cell))) return true
  // The sums of another table.
  if (line.cells.some(({ text }) => /^totals?\b(?! (?:miles|stops))/i.test(text))) return true
  const hasHeading = line.cells.some((cell) => readHeading(cell) !== null)
  return hasHeading && findAmountHits(line).length === 0
}

/** "Line haul $900.00 Fuel $100.00" in one text is no row of a table. */
function hasSeveral(line: WordLine, cell: Cell): boolean {
  const hits = findAmountHits(line, [cell])
  return hits.some(({ span }, at) => {
    const next = hits[at + 1]
    return (
      next !== undefined &&
      /[a-z]{3}/i.test(cell.text.slice(span.to, next.span.from).replace(/usd/i, ''))
    )
  })
}

/** Null for a line that repeats a sum, undefined for a line without a charge. */
function readChargeLine(line: WordLine, total: AmountHit): ReadCharge | null | undefined {
  const hits = findAmountHits(line)
  const hit = hits.find((candidate) => isInColumn(candidate, total)) ?? hits.at(-1)
  if (!hit) return undefined
  const { cell, from, to } = hit.span
  const at = line.cells.indexOf(cell)
  const nearest = [
    cell.text.slice(0, from),
    cell.text.slice(to),
    ...line.cells
      .slice(0, at)
      .toReversed()
      .map(({ text }) => text),
    ...line.cells.slice(at + 1).map(({ text }) => text),
  ]
  const texts = nearest.map(cleanDescription).filter(isDescription)
  if (/sub[\s-]?total/i.test(texts.join(' '))) return null
  // "Rate per mile: $2.98" says what the line haul is made of.
  if (hit.cents < MOST_PER_MILE && texts.some((text) => PER_MILE.test(text))) return null
  const description = texts.find((text) => findKind(text)) ?? texts[0]
  if (description === undefined) return undefined
  const read = toRead(hit.span, toAmount(hit.cents))
  const kind = findKind(description) ?? 'other'
  return { kind, description, ...splitAmount(line, hit), read }
}

/** In cents. */
const MOST_PER_MILE = 2_000n
const PER_MILE = /\b(?:per (?:loaded )?mile|rpm)\b/i

/** Amounts of one column begin or end at the same place. */
function isInColumn(a: AmountHit, b: AmountHit): boolean {
  const [one, other] = [toRead(a.span, '').box, toRead(b.span, '').box]
  return Math.abs(rightOf(one) - rightOf(other)) <= 12 || Math.abs(one.x - other.x) <= 6
}

function cleanDescription(text: string): string {
  return text
    .replaceAll(/\$?[\d,]*\.?\d+(?:\s?%)?|[$:=@*()]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function isDescription(text: string): boolean {
  return /[a-z]{3}/i.test(text) && !UNIT.test(text)
}

function findKind(description: string): ChargeKind | undefined {
  return KINDS.find(([, words]) => words.test(description))?.[0]
}

/** Quantity and rate, if two numbers of the line multiply to the amount exactly. */
function splitAmount(
  line: WordLine,
  hit: AmountHit,
): { quantity: string | null; rate: string | null } {
  const cells = line.cells.filter(({ box }) => box.x <= hit.span.cell.box.x)
  const numbers = cells.flatMap(({ text }) => findNumbers(text).map(({ value }) => value))
  const pairs = numbers.flatMap((quantity) => numbers.map((rate) => ({ quantity, rate })))
  const fits = pairs.filter(
    ({ quantity, rate }) =>
      multiply(quantity, rate) === hit.cents && Number(quantity) !== 1 && Number(rate) !== 1,
  )
  // "$0.45 × 402": the number with decimals is the rate.
  const [pair] = fits.toSorted((a, b) => countDecimals(b.rate) - countDecimals(a.rate))
  return pair ?? { quantity: null, rate: null }
}

function countDecimals(number: string): number {
  return number.split('.')[1]?.length ?? 0
}

/** The product in cents, rounded half up. Null if a value is not a number. */
function multiply(quantity: string, rate: string): Cents | null {
  const [units, price] = [parseDecimal(quantity, 3), parseDecimal(rate, 4)]
  return units === null || price === null ? null : (units * price + 50_000n) / 100_000n
}

/** The amounts in these cells of a line, from left to right. */
export function findAmountHits(line: WordLine, cells: readonly Cell[] = line.cells): AmountHit[] {
  return cells.flatMap((cell) =>
    findAmounts(cell.text).map(({ value, from, to }) => ({
      cents: value,
      span: { cell, from, to },
      line,
    })),
  )
}
