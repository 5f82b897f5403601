/** Loads whose papers came long ago and that are not settled (SPEC C256). */
import { countDays, type Day } from '#core/calendar.ts'
import { pluralize } from '#core/pluralize.ts'
import { listLoadNumbers } from './load-numbers.ts'

/** An owner must be paid within this many days after the papers arrive, even if the broker has not paid (49 CFR 376.12(f)). */
export const SETTLE_WITHIN_DAYS = 15

/** `number`: the load number. `days`: days since both the delivery and the last required paper. */
export type LatePapers = { number: string; days: number }

/** `paperDays`: the day of each paper. Null if the last of these days is at most 15 days ago, or if there is none. */
export function countLateDays(
  today: Day,
  deliveredOn: Day | null,
  paperDays: readonly Day[],
): number | null {
  const last = [...paperDays, ...(deliveredOn === null ? [] : [deliveredOn])].toSorted().at(-1)
  if (last === undefined) return null
  const days = countDays(last, today)
  return days > SETTLE_WITHIN_DAYS ? days : null
}

/** "Load L-1: documents in for 18 days, not settled". The oldest is first. */
export function describeLatePapers(loads: readonly LatePapers[]): string[] {
  const sorted = loads.toSorted((one, other) => other.days - one.days)
  const [oldest, ...others] = sorted
  if (!oldest) return []
  if (!others.length)
    return [`Load ${oldest.number}: documents in for ${oldest.days} days, not settled`]
  const numbers = listLoadNumbers(sorted.map(({ number }) => number))
  return [
    `${pluralize(sorted.length, 'load')}: documents in for up to ${oldest.days} days, not settled: ${numbers}`,
  ]
}
