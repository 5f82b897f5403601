/** The line of a card purchase: what the lease charges, and the text that explains it (SPEC C572). */
import type { Day } from '#core/calendar.ts'
import { BOUGHT_KINDS, isLiquid, type BoughtKind } from '#core/cards/purchases.ts'
import { formatRate, QUANTITY_PLACES, RATE_PLACES, toUnits } from '#core/decimals.ts'
import { chargeByTerm, formatPercent, type LeaseTerm } from '#core/fleet/lease-terms.ts'
import {
  formatMoney,
  formatQuantity,
  toAmount,
  toCents,
  toDecimal,
  type Amount,
} from '#core/money.ts'
import type { ExpenseCategory } from '#core/settlements/settlement.ts'
import type { TruckPurchase } from './place-purchase.ts'

/** What only the line of a card purchase has. */
export type CardState = {
  cardPurchaseId: number
  /** Before the discount, and the discount, as in the file. */
  cardRetail: Amount
  cardDiscount: Amount
  /** What of the discount the payee gets. */
  cardPassedOn: Amount
}

export type CardLine = CardState & {
  kind: 'card'
  category: ExpenseCategory
  description: string
  reference: string | null
  date: Day
  amount: Amount
  formula: string
}

/** SPEC A9 keeps the eleven categories. */
const CATEGORIES: Record<BoughtKind, ExpenseCategory> = {
  diesel: 'fuel',
  'diesel-1': 'fuel',
  gasoline: 'fuel',
  def: 'fuel',
  reefer: 'fuel',
  toll: 'tolls',
  parking: 'parking',
  oil: 'maintenance',
  scale: 'other',
  advance: 'other',
  fee: 'other',
  tax: 'other',
  merchandise: 'other',
  // No line: a person names the kind first.
  unknown: 'other',
}

/**
 * The term of a purchase, and whether it is the account's. Undefined: the lease, or the account, does not name this kind, or the item has no
 * kind before a person names it.
 */
export function findTerm(
  { kind, lease }: Pick<TruckPurchase, 'kind' | 'lease'>,
  defaults: readonly LeaseTerm[],
): { term: LeaseTerm | undefined; byDefault: boolean } {
  const own = lease?.terms ?? []
  const byDefault = own.length === 0
  const wanted = BOUGHT_KINDS.find(({ value }) => value === kind)?.term ?? 'other'
  const terms = byDefault ? defaults : own
  const term = kind === 'unknown' ? undefined : terms.find((one) => one.kind === wanted)
  return { term, byDefault }
}

/** `week`: of the settlement. The amounts are those of the file: gallons and price explain, and are never multiplied. */
export function buildCardLine(
  purchase: TruckPurchase,
  { term, byDefault }: { term: LeaseTerm; byDefault: boolean },
  week: { startDate: Day; endDate: Day },
): CardLine {
  const { id, kind, invoice, day, retail, discount } = purchase
  const figures = { retail: toCents(retail), discount: toCents(discount) }
  const { charged, passedOn } = chargeByTerm(term, figures)
  const cardPassedOn = toAmount(passedOn)
  const parts = [
    formatGallons(purchase),
    `retail ${formatMoney(figures.retail)}`,
    ...formatDiscount(discount, cardPassedOn),
    formatCharge(term),
    byDefault ? 'by default' : null,
    formatPosted(purchase, week),
  ]
  return {
    kind: 'card',
    category: CATEGORIES[kind],
    description: describePurchase(purchase),
    reference: invoice === null || invoice === '' ? null : `Invoice ${invoice}`,
    date: day,
    amount: toAmount(charged),
    cardPurchaseId: id,
    cardRetail: retail,
    cardDiscount: discount,
    cardPassedOn,
    formula: parts.filter((part) => part !== null).join(', '),
  }
}

/** "Diesel, Love's 123, Dallas TX". */
export function describePurchase({
  kind,
  place,
  city,
  state,
}: Pick<TruckPurchase, 'kind' | 'place' | 'city' | 'state'>): string {
  const town = [city, state].filter(Boolean).join(' ')
  const name = BOUGHT_KINDS.find(({ value }) => value === kind)?.label
  return [name, place, town].filter(Boolean).join(', ')
}

/** "206.29 gal at $3.429". */
function formatGallons({ kind, gallons, price }: TruckPurchase): string | null {
  if (gallons === null || !isLiquid(kind)) return null
  const count = formatQuantity(trimZeros(gallons, QUANTITY_PLACES))
  return price === null
    ? `${count} gal`
    : `${count} gal at ${formatRate(trimZeros(price, RATE_PLACES))}`
}

function trimZeros(decimal: Amount, places: number): Amount {
  return toDecimal(toUnits(decimal, places), places)
}

function formatDiscount(discount: Amount, passedOn: Amount): string[] {
  if (toCents(discount) === 0n) return ['no discount']
  return [
    `discount ${formatMoney(toCents(discount))}`,
    `passed on ${formatMoney(toCents(passedOn))}`,
  ]
}

function formatCharge({ charge, percent, amount }: LeaseTerm): string | null {
  if (charge === 'cost-plus') return `plus ${formatPercent(percent)}`
  return charge === 'flat' ? `flat ${formatMoney(toCents(amount ?? '0'))}` : null
}

/** A row that came late keeps its own day and says "posted 11/20". */
function formatPosted(
  { day, postedOn }: TruckPurchase,
  { startDate, endDate }: { startDate: Day; endDate: Day },
): string | null {
  if (postedOn === null || (startDate <= day && day <= endDate)) return null
  const [, month, date] = postedOn.split('-').map(Number)
  return `posted ${month}/${date}`
}
