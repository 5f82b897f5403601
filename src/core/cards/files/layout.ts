/** The form in which a file of one provider is declared. */
import type { Provider } from '#core/cards/cards.ts'
import type { Purchase } from '#core/cards/purchases.ts'
import type { Cents } from '#core/money.ts'
import type { Row } from './row.ts'

export type Layout = {
  name: string
  /** "EFS / TCH transaction report". */
  label: string
  /** Null for a file that anyone may have made. */
  provider: Provider | null
  /** The file is of this layout if it has all these titles, in any order. */
  titles: readonly string[]
  /** The title of the amounts that the file's own total adds up. */
  total: string
  /** What a row is that counts in the total and was not bought: "PAYMENT". Null for a purchase. */
  other?: (row: Row) => string | null
  /** What was bought, in the order of the row. What can't be read is reported to the row, and the row gives nothing. */
  read: (row: Row) => Purchase[]
}

/** The purchase, and the fee of the row as a purchase of its own. */
export function withFee(item: Purchase, fee: Cents): Purchase[] {
  if (fee === 0n) return [item]
  const noFuel = { gallons: null, price: null, discount: 0n }
  return [
    item,
    { ...item, ...noFuel, item: 'fee', kind: 'fee', code: 'Fee', retail: fee, net: fee },
  ]
}
