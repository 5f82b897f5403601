/** Compares a purchase with the stored one of the same key (SPEC C563). */
import type { Day } from '#core/calendar.ts'
import { toUnits } from '#core/decimals.ts'
import { toAmount, toDecimal, type Amount } from '#core/money.ts'
import { GALLON_PLACES, PRICE_PLACES } from './files/row.ts'
import type { CardPurchase } from './purchases.ts'

/** What two files may not say differently of one purchase. Dollars and gallons as text. */
export type PurchaseFigures = {
  day: Day
  gallons: Amount | null
  price: Amount | null
  retail: Amount
  discount: Amount
  net: Amount
}

/** A row to be stored, by the names of its columns. */
export type NewPurchase = Record<string, string | number | null>

/**
 * `PurchaseFigures` of a later file: they wait until a person decides. `row`: of the same invoice on another day, which may be a second purchase
 * (SPEC C570).
 */
export type Conflict = PurchaseFigures & {
  importId: number
  fileName: string
  row?: NewPurchase | undefined
}

export function figuresOf(purchase: CardPurchase): PurchaseFigures {
  const { day, gallons, price, retail, discount, net } = purchase
  return {
    day,
    gallons: toPlaces(gallons, GALLON_PLACES),
    price: toPlaces(price, PRICE_PLACES),
    retail: toAmount(retail),
    discount: toAmount(discount),
    net: toAmount(net),
  }
}

/** Gallons and prices that one of the files does not have are no difference. */
export function isSameFigures(stored: PurchaseFigures, read: PurchaseFigures): boolean {
  return (
    stored.day === read.day &&
    ['retail', 'discount', 'net'].every(
      (name) => stored[name as keyof PurchaseFigures] === read[name as keyof PurchaseFigures],
    ) &&
    isSameDecimal(stored.gallons, read.gallons, GALLON_PLACES) &&
    isSameDecimal(stored.price, read.price, PRICE_PLACES)
  )
}

/** The same, besides the day. */
export function isSameAmounts(stored: PurchaseFigures, read: PurchaseFigures): boolean {
  return isSameFigures({ ...stored, day: read.day }, read)
}

function isSameDecimal(one: Amount | null, other: Amount | null, places: number): boolean {
  return one === null || other === null || toUnits(one, places) === toUnits(other, places)
}

function toPlaces(decimal: Amount | null, places: number): Amount | null {
  return decimal === null ? null : toDecimal(toUnits(decimal, places), places)
}
