/**
 * Money in whole cents (SPEC B13, B14). Amounts travel as text ("1234.50"); sums are done in
 * `bigint` cents, so that neither a float nor a rounding of its own ever gets between two figures.
 */

/** Whole cents. A `bigint` cannot be mixed with a float by accident: the compiler refuses. */
export type Cents = bigint

/** Dollars as text with exactly two places, "-1234.50": what the API, the database and forms carry. */
export type Amount = string

/** The largest amount a single field holds, in cents: 99,999,999.99. */
export const LARGEST_AMOUNT: Cents = 99_999_999_99n

const PLAIN_AMOUNT = /^(-?)(\d{1,24})(?:\.(\d{1,2}))?$/
const TYPED_AMOUNT = /^(-?)\$?(-?)((?:\d{1,3}(?:,\d{3})+|\d*)(?:\.\d{0,2})?)$/

/** Reads "1234.5", "-3" or "1234.50"; null for anything else ("1e3", "10.005", "$5"). */
export function parseAmount(text: string): Cents | null {
  const match = PLAIN_AMOUNT.exec(text)
  if (!match) return null
  const [, sign, dollars = '0', places = ''] = match
  const cents = BigInt(dollars) * 100n + BigInt(places.padEnd(2, '0'))
  return sign === '-' ? -cents : cents
}

/** Cents to the text of an amount: `-50n` → "-0.50". */
export function toAmount(cents: Cents): Amount {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Reads an amount that this product wrote itself. Throws a RangeError on any other text. */
export function toCents(amount: Amount): Cents {
  const cents = parseAmount(amount)
  if (cents === null) throw new RangeError(`Not an amount: ${amount}`)
  return cents
}

/** The exact sum of amounts. */
export function addUp(amounts: Iterable<Amount>): Cents {
  let sum = 0n
  for (const amount of amounts) sum += toCents(amount)
  return sum
}

/** `percent` is a percentage with two places, in hundredths (15 % → 1500n). Rounds once, half away from zero. */
export function percentOf(cents: Cents, percent: bigint): Cents {
  return divideRounded(cents * percent, 10_000n)
}

/** `quantity` × `rate`, each with two places, in hundredths (2,450.00 mi × $0.60). Rounds once, half away from zero. */
export function timesRate(quantity: bigint, rate: Cents): Cents {
  return divideRounded(quantity * rate, 100n)
}

/** (now − before) ÷ before × 100 to one decimal, half away from zero; null where `before` is 0 (SPEC B35). */
export function percentChange(now: Cents, before: Cents): number | null {
  if (before === 0n) return null
  return Number(divideRounded((now - before) * 1000n, before)) / 10
}

/** "$1,234.50", "-$0.05" (SPEC B38). */
export function formatMoney(cents: Cents): string {
  return `${cents < 0n ? '-' : ''}$${groupThousands(toAmount(cents < 0n ? -cents : cents))}`
}

/** An amount for reading, without a currency: "12,345.5" → as miles or pounds, trailing zeros dropped. */
export function formatQuantity(amount: Amount): string {
  return groupThousands(amount)
    .replace(/\.00$/, '')
    .replace(/(\.\d)0$/, '$1')
}

/**
 * What a person typed into a money field, as an amount: "$1,234.5" → "1234.50", ".5" → "0.50".
 * Null when it cannot be read (SPEC B14: counts as 0 in running totals and is marked invalid).
 */
export function readTypedAmount(typed: string): Amount | null {
  const match = TYPED_AMOUNT.exec(typed.replaceAll(/\s/g, ''))
  if (!match) return null
  const [, before = '', after = '', figure = ''] = match
  if (!/\d/.test(figure) || (before && after)) return null
  const plain = figure.replaceAll(',', '').replace(/^\./, '0.').replace(/\.$/, '')
  const cents = parseAmount(before + after + plain)
  return cents === null ? null : toAmount(cents)
}

function groupThousands(amount: Amount): string {
  return amount.replace(/\B(?=(\d{3})+(?=\.))/g, ',')
}

function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n !== divisor < 0n
  const top = dividend < 0n ? -dividend : dividend
  const bottom = divisor < 0n ? -divisor : divisor
  const rounded = (top * 2n + bottom) / (bottom * 2n)
  return negative ? -rounded : rounded
}
