/** Files that print charges below 0, as they lower an account (SPEC C562). */
import type { CardPurchase } from '#core/cards/purchases.ts'

/** What the amounts below 0 are. */
export type Negative = 'charges' | 'credits'

type Read = { purchases: CardPurchase[]; negative: Negative | 'unknown' | null }

/**
 * If most amounts are below 0, a person says what they are: credits would be paid to the owners. Those of a toll company are charges unless the
 * person says otherwise.
 */
export function turnNegative<Of extends Read>(
  file: Of,
  { isToll, negative }: { isToll: boolean; negative: Negative | undefined },
): Of {
  const [fees, items] = [file.purchases.filter(isFee), file.purchases.filter((one) => !isFee(one))]
  if (!isMostlyNegative(items)) return { ...file, negative: null }
  const answer = negative ?? (isToll ? 'charges' : 'unknown')
  if (answer !== 'charges') return { ...file, negative: answer }
  // The column of fees has its own sign.
  const turnsFees = isMostlyNegative(fees)
  const purchases = file.purchases.map((one) => (isFee(one) && !turnsFees ? one : turn(one)))
  return { ...file, purchases, negative: answer }
}

function isFee({ item }: CardPurchase): boolean {
  return item === 'fee'
}

function isMostlyNegative(purchases: readonly CardPurchase[]): boolean {
  return purchases.filter(({ net }) => net < 0n).length * 2 > purchases.length
}

function turn(one: CardPurchase): CardPurchase {
  return { ...one, retail: -one.retail, discount: -one.discount, net: -one.net }
}
