/** Spreads a cost over the trucks by their days in service, and over these days (SPEC C587). */
import { addDays, countDays, type Day, type Period } from '#core/calendar.ts'
import { divideRounded, type Cents } from '#core/money.ts'

/** The days on which a truck was in service. `to`: null while it is. */
export type InService = { truckId: number; from: Day; to: Day | null }

/** `truckId`: null if no truck was in service. `days`: those of the period that count. */
type Share = { truckId: number | null; days: Period; cents: Cents }

/** The cents always add up to `cents`: the largest remainders get the cents that are left, the first of equal ones first. */
export function shareOut(cents: Cents, weights: readonly number[]): Cents[] {
  const total = BigInt(weights.reduce((sum, weight) => sum + weight, 0))
  if (total === 0n) throw new RangeError('Nothing to share out by')
  const sign = cents < 0n ? -1n : 1n
  const size = cents * sign
  const shares = weights.map((weight) => (size * BigInt(weight)) / total)
  const rest = Number(size - shares.reduce((sum, share) => sum + share, 0n))
  const remainders = weights.map((weight, at) => ({ at, rest: (size * BigInt(weight)) % total }))
  remainders.sort((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1))
  for (const { at } of remainders.slice(0, rest)) shares[at] = (shares[at] ?? 0n) + 1n
  return shares.map((share) => share * sign)
}

/** The share of each truck in a cost of `period`, by days in service. A truck without such a day has none. */
export function spreadOverTrucks(
  cents: Cents,
  period: Period,
  trucks: readonly InService[],
): Share[] {
  const served = trucks.flatMap(({ truckId, from, to }) => {
    const days = overlapOf(period, { from, to: to ?? period.to })
    return days ? [{ truckId, days }] : []
  })
  if (!served.length) return [{ truckId: null, days: period, cents }]
  const shares = shareOut(
    cents,
    served.map(({ days }) => lengthOf(days)),
  )
  return served.map((one, at) => ({ ...one, cents: shares[at] ?? 0n }))
}

/**
 * The part of a cost of `days` that falls into `window`. The parts of windows that follow each other add up to `cents`, because each
 * ends where the next begins: at the rounded sum of all days before.
 */
export function partWithin(cents: Cents, days: Period, window: Period): Cents {
  const inside = overlapOf(days, window)
  if (!inside) return 0n
  const until = (day: Day) =>
    divideRounded(cents * BigInt(countDays(days.from, day)), BigInt(lengthOf(days)))
  return until(addDays(inside.to, 1)) - until(inside.from)
}

function overlapOf(a: Period, b: Period): Period | null {
  const from = a.from > b.from ? a.from : b.from
  const to = a.to < b.to ? a.to : b.to
  return from <= to ? { from, to } : null
}

function lengthOf({ from, to }: Period): number {
  return countDays(from, to) + 1
}
