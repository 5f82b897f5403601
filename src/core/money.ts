/**
 * Money in whole cents (SPEC B13, B14). Amounts are sent and stored as text ("1234.50") and calculated in
 * `bigint` cents, which have no rounding errors.
 */

/** Whole cents. The compiler rejects mixing a `bigint` with a float. */
export type Cents = bigint

/** Dollars as text with exactly two decimals, "-1234.50", in the API, the database and forms. */
export type Amount = string

/** The mark before the cents. A comma is never assumed: "1,234" would be a thousandth of itself. */
export type DecimalMark = '.' | ','

/** The largest amount of a single field: $99,999,999.99. */
export const LARGEST_AMOUNT: Cents = 99_999_999_99n
/** The largest sum that the database keeps: $999,999,999,999.99. */
export const LARGEST_SUM: Cents = 999_999_999_999_99n

const PLAIN_NUMBER = /^(-?)(\d{1,24})(?:\.(\d{1,24}))?$/
/** The digits of a typed amount by its decimal mark; the other mark groups thousands. */
const TYPED_DIGITS: Record<DecimalMark, RegExp> = {
  '.': /^(?:\d{1,3}(?:,\d{3})+|\d*)(?:\.\d*)?$/,
  ',': /^(?:\d{1,3}(?:\.\d{3})+|\d*)(?:,\d*)?$/,
}

/** Parses "1234.5", "-3" or "1234.50"; null for anything else ("1e3", "10.005", "$5"). */
export function parseAmount(text: string): Cents | null {
  return parseDecimal(text, 2)
}

/** `-50n` → "-0.50". */
export function toAmount(cents: Cents): Amount {
  return toDecimal(cents, 2)
}

/** Parses a number with at most `places` decimals into its smallest unit: "3.799", 4 → 37990n. Null if it is invalid. */
export function parseDecimal(text: string, places: number): bigint | null {
  const match = PLAIN_NUMBER.exec(text)
  if (!match) return null
  const [, sign, whole = '0', decimals = ''] = match
  if (decimals.length > places) return null
  const units = BigInt(whole + decimals.padEnd(places, '0'))
  return sign === '-' ? -units : units
}

/** 37990n, 4 → "3.799": no trailing zeros, but at least two decimals. */
export function toDecimal(units: bigint, places: number): Amount {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
  const [whole, decimals] = [digits.slice(0, -places), digits.slice(-places)]
  const extra = decimals.slice(2).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${whole}.${decimals.slice(0, 2)}${extra}`
}

/** "-0.50" → `-50n`. Throws a RangeError for a text that is not an amount. */
export function toCents(amount: Amount): Cents {
  const cents = parseAmount(amount)
  if (cents === null) throw new RangeError(`Not an amount: ${amount}`)
  return cents
}

/** "-150.00" → "150.00". */
export function negate(amount: Amount): Amount {
  return toAmount(-toCents(amount))
}

export function notNegative(cents: Cents): Cents {
  return cents < 0n ? 0n : cents
}

export function addUp(amounts: Iterable<Amount>): Cents {
  let sum = 0n
  for (const amount of amounts) sum += toCents(amount)
  return sum
}

/** (now − before) ÷ before × 100 with one decimal, rounded half away from zero; null if `before` is 0 (SPEC B35). */
export function percentChange(now: Cents, before: Cents): number | null {
  if (before === 0n) return null
  return Number(divideRounded((now - before) * 1000n, before)) / 10
}

/** "$1,234.50", "-$0.05" (SPEC B38). */
export function formatMoney(cents: Cents): string {
  return `${cents < 0n ? '-' : ''}$${groupThousands(toAmount(cents < 0n ? -cents : cents))}`
}

/** "1234.50" → "$1,234.50". */
export function formatAmount(amount: Amount): string {
  return formatMoney(toCents(amount))
}

/** Miles, pounds or percent for display: "12345.50" → "12,345.5". */
export function formatQuantity(amount: Amount): string {
  return groupThousands(amount)
    .replace(/\.00$/, '')
    .replace(/(\.\d)0$/, '$1')
}

/**
 * Reads an amount as people and spreadsheets write it: "$1,234.5" → "1234.50", ".5" → "0.50", "(150.00)" and "150.00-" →
 * "-150.00", "$2,150.00 USD" → "2150.00". Excel's zero " $ -   " is "0.00". Null for any other text; running totals then count it as
 * 0 (SPEC B14, C430). A rate or quantity has more `places`.
 */
export function readTypedAmount(typed: string, places = 2, mark: DecimalMark = '.'): Amount | null {
  const bare = removeCurrency(typed)
  if (bare === '$-') return toDecimal(0n, places)
  const signed = bare === null ? null : SIGNED.exec(bare)
  if (!signed) return null
  const [, before = '', after = '', open = '', digits = '', close = '', behind = ''] = signed
  const signs = before + after + behind + (open && '-')
  if (signs.length > 1 || Boolean(open) !== Boolean(close)) return null
  if (!/\d/.test(digits) || !TYPED_DIGITS[mark].test(digits)) return null
  const plain = mark === '.' ? digits.replaceAll(',', '') : digits.replaceAll('.', '')
  const text = plain.replace(',', '.').replace(/^\./, '0.').replace(/\.$/, '')
  const units = parseDecimal(signs.replace('+', '') + text, places)
  return units === null ? null : toDecimal(units, places)
}

/** True for "1,5" and "1.234,50": an amount only if the comma is the decimal mark. */
export function hasDecimalComma(typed: string, places = 2): boolean {
  return readTypedAmount(typed, places) === null && readTypedAmount(typed, places, ',') !== null
}

/** Sign, sign after "$", "(", digits and marks, ")", sign behind. */
const SIGNED = /^([+-]?)\$?([+-]?)(\(?)\$?([\d.,]+)(\)?)(-?)$/
/** Every minus sign and dash that programs print before an amount. */
const MINUS = /[\u2010-\u2015\u2212\uFE63\uFF0D]/g

/** " $ 1,200.00 USD " → "$1,200.00". Null for blanks between digits: two lines of a cell are two amounts. */
function removeCurrency(typed: string): string | null {
  const text = typed.trim().replace(MINUS, '-')
  if (/\d\s+[\d.,]/.test(text)) return null
  return text
    .replaceAll(/\s/g, '')
    .replace(/^([+-]?)US(?:D|(?=\$))/i, '$1')
    .replace(/(?<=[\d.)-])(?:USD?|US\$|\$)$/i, '')
}

/** The text of a money field without focus: "1126.65" → "1,126.65". Text that is not an amount stays as it is. */
export function groupTyped(text: string): string {
  return PLAIN_NUMBER.test(text) ? groupThousands(text) : text
}

export function groupThousands(amount: Amount): string {
  return amount.replace(/\B(?=(\d{3})+\.)/g, ',')
}

/** Divides, and rounds half away from zero. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n !== divisor < 0n
  const top = dividend < 0n ? -dividend : dividend
  const bottom = divisor < 0n ? -divisor : divisor
  const rounded = (top * 2n + bottom) / (bottom * 2n)
  return negative ? -rounded : rounded
}
