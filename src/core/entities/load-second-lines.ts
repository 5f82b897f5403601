/** The second lines of a load's cells: trip, missing BOL, age of an unpaid load, revenue per mile (SPEC C55). */
import { countDays, formatDay, isDay, type Day } from '#core/calendar.ts'
import { divideRounded, formatMoney, formatQuantity, parseAmount, type Cents } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { OWED, PENDING_BOL } from '#core/statuses.ts'

type Values = Record<string, unknown>

const OWED_STATUSES: readonly string[] = OWED

/** "11/18 – 11/20 · 812 mi". A day of another year also shows its year. */
export function formatTrip({ pickupDate, deliveryDate, miles }: Values, today: Day): string {
  const days = [pickupDate, deliveryDate].flatMap((day) => formatShortDay(day, today))
  const distance = parseAmount(String(miles)) ? `${formatQuantity(String(miles))} mi` : ''
  return [[...new Set(days)].join(' – '), distance].filter(Boolean).join(' · ')
}

/** "No BOL" for a delivered load whose BOL is missing. */
export function formatMissingBol({ deliveryStatus, bolStatus }: Values): string {
  const missing: readonly unknown[] = PENDING_BOL
  return deliveryStatus === 'delivered' && missing.includes(bolStatus) ? 'No BOL' : ''
}

/** "Delivered 12 days ago" for a delivered load that is unpaid. It says nothing about when the money is due. */
export function formatUnpaidAge(
  { paymentStatus, deliveryStatus, deliveryDate }: Values,
  today: Day,
): string {
  if (deliveryStatus !== 'delivered') return ''
  if (!OWED_STATUSES.includes(String(paymentStatus)) || !isDay(String(deliveryDate))) return ''
  const days = countDays(String(deliveryDate), today)
  return days > 0 ? `Delivered ${pluralize(days, 'day')} ago` : ''
}

/** "$2.85/mi". Blank without revenue or miles. */
export function formatRatePerMile({ revenue, miles }: Values): string {
  const rate = ratePerMile(parseAmount(String(revenue)), parseAmount(String(miles)))
  return rate === null ? '' : `${formatMoney(rate)}/mi`
}

/** Cents per mile, rounded half away from zero. `miles`: in hundredths. Null without miles. */
export function ratePerMile(revenue: Cents | null, miles: bigint | null): Cents | null {
  return revenue === null || !miles ? null : divideRounded(revenue * 100n, miles)
}

function formatShortDay(day: unknown, today: Day): string[] {
  const text = String(day)
  if (!isDay(text)) return []
  return [text.slice(0, 4) === today.slice(0, 4) ? formatDay(text).slice(0, -5) : formatDay(text)]
}
