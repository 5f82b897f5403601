/**
 * Money in whole cents (SPEC B13, B14). Amounts are sent and stored as text ("1234.50") and calculated in
 * `bigint` cents, which have no rounding errors.
 */

/** Whole cents. The compiler rejects mixing a `bigint` with a float. */
export type Cents = bigint

/** Dollars as text with exactly two decimals, "-1234.50", in the API, the database and forms. */
export type Amount = string

/** The largest amount of a single field: $99,999,999.99. */
export const LARGEST_AMOUNT: Cents = 99_999_999_99n

const PLAIN_AMOUNT = /^(-?)(\d{1,24})(?:\.(\d{1,2}))?$/
const TYPED_AMOUNT = /^(-?)\$?(-?)((?:\d{1,3}(?:,\d{3})+|\d*)(?:\.\d{0,2})?)$/

/** Parses "1234.5", "-3" or "1234.50"; null for anything else ("1e3", "10.005", "$5"). */
export function parseAmount(text: string): Cents | null {
  const match = PLAIN_AMOUNT.exec(text)
  if (!match) return null
  const [, sign, dollars = '0', places = ''] = match
  const cents = BigInt(dollars) * 100n + BigInt(places.padEnd(2, '0'))
  return sign === '-' ? -cents : cents
}

/** `-50n` → "-0.50". */
export function toAmount(cents: Cents): Amount {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** "-0.50" → `-50n`. Throws a RangeError for a text that is not an amount. */
export function toCents(amount: Amount): Cents {
  const cents = parseAmount(amount)
  if (cents === null) throw new RangeError(`Not an amount: ${amount}`)
  return cents
}

export function addUp(amounts: Iterable<Amount>): Cents {
  let sum = 0n
  for (const amount of amounts) sum += toCents(amount)
  return sum
}

/** `percent` is in hundredths of a percent (15% → 1500n). Rounds half away from zero. */
export function percentOf(cents: Cents, percent: bigint): Cents {
  return divideRounded(cents * percent, 10_000n)
}

/** `quantity` is in hundredths (2,450.00 mi → 245000n), `rate` in cents. Rounds half away from zero. */
export function timesRate(quantity: bigint, rate: Cents): Cents {
  return divideRounded(quantity * rate, 100n)
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

/** Miles, pounds or percent for display: "12345.50" → "12,345.5". */
export function formatQuantity(amount: Amount): string {
  return groupThousands(amount)
    .replace(/\.00$/, '')
    .replace(/(\.\d)0$/, '$1')
}

/**
 * Parses the text of a money field: "$1,234.5" → "1234.50", ".5" → "0.50". Null if it is invalid; running
 * totals then count it as 0 (SPEC B14).
 */
export function readTypedAmount(typed: string): Amount | null {
  const match = TYPED_AMOUNT.exec(typed.replaceAll(/\s/g, ''))
  if (!match) return null
  const [, signBefore = '', signAfter = '', digits = ''] = match
  if (!/\d/.test(digits) || (signBefore && signAfter)) return null
  const plain = digits.replaceAll(',', '').replace(/^\./, '0.').replace(/\.$/, '')
  const cents = parseAmount(signBefore + signAfter + plain)
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
