/** Gives each purchase of a file its own name: key and item (SPEC C529). */
import type { CardPurchase } from '#core/cards/purchases.ts'

/** The end of a credit's key. */
const CREDIT = ' credit'

/**
 * A credit is not the purchase that it takes back: it has the same invoice, often in a later file. Of equal purchases of a stop, the second
 * has its own number: "ULSD 2". The order of the file does not count.
 */
export function nameEach<Of extends { purchases: CardPurchase[] }>(file: Of): Of {
  const purchases = file.purchases.map((one) =>
    isCredit(one) ? { ...one, key: `${one.key}${CREDIT}` } : one,
  )
  const numbers = new Map<CardPurchase, number>()
  for (const equal of Map.groupBy(purchases, ({ key, item }) => `${key}\t${item}`).values())
    for (const [at, one] of equal.toSorted(compare).entries()) numbers.set(one, at + 1)
  return { ...file, purchases: purchases.map((one) => withNumber(one, numbers.get(one) ?? 1)) }
}

/** The key of what a credit takes back; null for a charge. */
export function keyOfOriginal(key: string): string | null {
  return key.endsWith(CREDIT) ? key.slice(0, -CREDIT.length) : null
}

const STOP = /^(?<holder>\S+) (?<invoice>\S+) \d{4}-\d{2}-\d{2}(?<credit> credit)?$/

/**
 * The key of a stop without its day: the same invoice of the same card on any day (SPEC C570). `stem` tells cards and credits apart. Null for a key
 * with the provider's own number, which says itself what is another purchase, and for one without an invoice.
 */
export function stemOfStop(key: string): { invoice: string; stem: string } | null {
  const parts = STOP.exec(key)?.groups
  if (!parts) return null
  const { holder = '', invoice = '', credit = '' } = parts
  return { invoice, stem: `${holder} ${invoice}${credit}` }
}

function isCredit({ net, retail }: CardPurchase): boolean {
  return net < 0n || (net === 0n && retail < 0n)
}

function withNumber(purchase: CardPurchase, number: number): CardPurchase {
  return number === 1 ? purchase : { ...purchase, item: `${purchase.item} ${number}`.trim() }
}

function compare(one: CardPurchase, other: CardPurchase): number {
  const [time, otherTime] = [one.time ?? '', other.time ?? '']
  if (time !== otherTime) return time < otherTime ? -1 : 1
  return Number(one.retail - other.retail) || Number(one.net - other.net)
}
