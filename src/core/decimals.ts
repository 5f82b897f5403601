/**
 * Rates with up to four decimals and quantities with up to three (SPEC C14): "3.799", "0.055", "350.00". The text has no
 * trailing zeros, but at least two decimals. An amount that is calculated from a rate is rounded once.
 */
import {
  divideRounded,
  groupThousands,
  parseDecimal,
  toDecimal,
  type Amount,
  type Cents,
} from './money.ts'

export const RATE_PLACES = 4
export const QUANTITY_PLACES = 3

/** `percent` of an amount: `percentOf(1000n, "12.5")` is 125n. Rounds half away from zero. */
export function percentOf(cents: Cents, percent: Amount): Cents {
  return divideRounded(cents * toUnits(percent, RATE_PLACES), 10n ** BigInt(RATE_PLACES) * 100n)
}

/** Quantity × rate in cents: "112.431" × "3.799" is 42713n. Rounds half away from zero. */
export function timesRate(quantity: Amount, rate: Amount): Cents {
  const product = toUnits(quantity, QUANTITY_PLACES) * toUnits(rate, RATE_PLACES)
  return divideRounded(product, 10n ** BigInt(QUANTITY_PLACES + RATE_PLACES - 2))
}

export function isZero(decimal: Amount): boolean {
  return toUnits(decimal, RATE_PLACES) === 0n
}

/** The sum of quantities of up to three decimals. */
export function addQuantities(quantities: Iterable<Amount>): Amount {
  let sum = 0n
  for (const quantity of quantities) sum += toUnits(quantity, QUANTITY_PLACES)
  return toDecimal(sum, QUANTITY_PLACES)
}

/** "$3.799", "-$0.10". */
export function formatRate(rate: Amount): string {
  return rate.startsWith('-') ? `-$${groupThousands(rate.slice(1))}` : `$${groupThousands(rate)}`
}

/** Converts a decimal to its smallest unit: "3.799" with four places → 37990n. Throws a RangeError for any other text. */
export function toUnits(decimal: Amount, places: number): bigint {
  const units = parseDecimal(decimal, places)
  if (units === null) throw new RangeError(`Not a number with ${places} decimals: ${decimal}`)
  return units
}
