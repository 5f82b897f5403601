/** The form in which a file of one provider is declared. */
import type { Provider } from '#core/cards/cards.ts'
import type { CardPurchase } from '#core/cards/purchases.ts'
import { toAmount, type Cents } from '#core/money.ts'
import type { Row } from './row.ts'

export type FileLayout = {
  name: string
  /** "EFS / TCH transaction report". */
  label: string
  /** Null for a file that anyone may have made. */
  provider: Provider | null
  /** The file is of this layout if it has all these titles, in any order. */
  titles: readonly string[]
  /** The title of the amounts that the file's own total adds up. */
  total: string
  /** The titles of the provider's own number, which no two purchases have; with those of `also`, if the rows of a stop share it. */
  numbers?: readonly string[]
  also?: readonly string[]
  /** What a row is that counts in the total and was not bought: "PAYMENT". Null for a purchase. */
  other?: (row: Row) => string | null
  /** What was bought, in the order of the row. What can't be read is reported to the row, and the row gives nothing. */
  read: (row: Row) => CardPurchase[]
}

type Keyed = Omit<CardPurchase, 'key' | 'line' | 'item'>

/**
 * A purchase is itself by its card, its invoice and its day; without a card by its unit, without an invoice by its time. Signs and leading
 * zeros don't count: one report prints "*0541", a spreadsheet makes 541 of it.
 */
export function keyOfStop(purchase: Keyed): string {
  const { card, unit, invoice, day, time } = purchase
  const holder = bare(card) || bare(unit)
  if (bare(invoice)) return [holder, bare(invoice), day].join(' ')
  return holder && time ? [holder, day, time].join(' ') : keyOfValues(purchase)
}

/** The provider's number. A blank one would make all such rows one purchase. */
export function keyOfNumber(number: string, purchase: Keyed): string {
  return bare(number) === '' ? keyOfStop(purchase) : number
}

function bare(number: string): string {
  return number
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replace(/^0+/, '')
}

/** Without a number and a time: a purchase is itself by all that was read of it. */
function keyOfValues(purchase: Keyed): string {
  const { card, day, time, unit, driver, invoice, place, city, state } = purchase
  const { code, gallons, retail, net } = purchase
  return [
    ...[bare(card), day, time, bare(unit), driver, invoice, place, city, state, code],
    ...[gallons, toAmount(retail), toAmount(net)],
  ]
    .join('\t')
    .toLowerCase()
}

/** The purchase, and the fee of the row as a purchase of its own. */
export function withFee(item: CardPurchase, fee: Cents): CardPurchase[] {
  if (fee === 0n) return [item]
  const noFuel = { gallons: null, price: null, discount: 0n }
  return [
    item,
    { ...item, ...noFuel, item: 'fee', kind: 'fee', code: 'Fee', retail: fee, net: fee },
  ]
}

/** A discount with the sign of what it lowers: some files print -113.71 beside 593.67. */
export function signDiscount(discount: Cents, amount: Cents): Cents {
  return discount < 0n !== amount < 0n && amount !== 0n ? -discount : discount
}

/** What the amounts of a row may differ by: files round each by itself. */
const TOLERANCE = 2n

export function isAbout(one: Cents, other: Cents): boolean {
  const difference = one - other
  return difference <= TOLERANCE && -difference <= TOLERANCE
}
