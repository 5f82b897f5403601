/** Days of loads that are probably typed wrong: a delivery before the pickup, a year such as 2206 (SPEC C436). */
import { addDays, countDays, isDay, type Day } from '#core/calendar.ts'

type LoadDays = { pickupDate?: unknown; deliveryDate?: unknown; [other: string]: unknown }

const DAYS_OF_A_YEAR = 366
const MAX_LISTED = 5
/** A load is seldom booked earlier. */
const DAYS_AHEAD = 60

/** More than five years ago, or more than a year ahead. */
export function isFarDay(value: unknown, today: Day): boolean {
  if (typeof value !== 'string' || !isDay(value)) return false
  return value < addDays(today, -5 * DAYS_OF_A_YEAR) || value > addDays(today, DAYS_OF_A_YEAR)
}

function isDayAfter(value: unknown, latest: Day): boolean {
  return typeof value === 'string' && isDay(value) && value > latest
}

export function isReversed({ pickupDate, deliveryDate }: LoadDays): boolean {
  if (typeof pickupDate !== 'string' || typeof deliveryDate !== 'string') return false
  return isDay(pickupDate) && isDay(deliveryDate) && countDays(pickupDate, deliveryDate) < 0
}

/** The hints at the fields of a load's form, by field. */
export function describeUnusualDays(load: LoadDays, today: Day): Record<string, string> {
  const far = (['pickupDate', 'deliveryDate'] as const)
    .filter((name) => isFarDay(load[name], today))
    .map((name) => [name, `Check the year: ${String(load[name]).slice(0, 4)}`])
  const reversed = isReversed(load) ? [['deliveryDate', 'Before the pickup. Check both dates']] : []
  return Object.fromEntries([...far, ...reversed]) as Record<string, string>
}

type UnusualDays = { reversed: number; far: number; ahead?: number; lines: number[] }

/**
 * Counts the loads of a file with unusual days; `lines` are their first rows. `isNearest`: days without a year got the nearest one, so
 * a pickup far ahead can be one of the last year (SPEC C550).
 */
export function openUnusualDays(today: Day, isNearest = false) {
  const found: UnusualDays = { reversed: 0, far: 0, ...(isNearest ? { ahead: 0 } : {}), lines: [] }
  const latest = addDays(today, DAYS_AHEAD)
  return {
    found,
    note(line: number, load: LoadDays): void {
      const isFar = isFarDay(load.pickupDate, today) || isFarDay(load.deliveryDate, today)
      if (isReversed(load)) found.reversed++
      if (isFar) found.far++
      const isAhead = isNearest && !isFar && isDayAfter(load.pickupDate, latest)
      if (isAhead) found.ahead = (found.ahead ?? 0) + 1
      if ((isFar || isAhead || isReversed(load)) && found.lines.length < MAX_LISTED)
        found.lines.push(line)
    },
  }
}
