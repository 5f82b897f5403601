/** Loads that changed after their statement was approved, and the adjustments for them (SPEC C7). */
import type { Day } from '#core/calendar.ts'
import { formatMoney, toAmount, toCents, type Amount, type Cents } from '#core/money.ts'

/** A load whose revenue differs from its frozen statement. */
export type Drift = {
  billingId: number
  number: number
  truckId: number
  settlementDate: Day
  loadId: number
  /** The load's number. */
  load: string
  /** Revenue on the statement; 0.00 for a load that was added later. */
  before: Amount
  /** Current revenue; 0.00 for a load that was deleted, or moved to another truck or settlement date. */
  now: Amount
  /** Sum of its adjustments on later settlements and of its write-offs. */
  corrected: Amount
  /** Payee of the statement. */
  payee: string
  /** The truck's current payee, if there is no pending settlement of the same payee for the adjustment (SPEC C10). */
  otherPayee: string | null
}

/** Revenue that is not adjusted yet, in cents: positive if the load's revenue went up. */
export function openDrift({ before, now, corrected }: Drift): Cents {
  return toCents(now) - toCents(before) - toCents(corrected)
}

/** "Load 1042 changed from $2,400.00 to $2,150.00 after statement 37, already adjusted by $50.00". */
export function describeDrift({ load, before, now, number, corrected }: Drift): string {
  const [from, to, adjusted] = [before, now, corrected].map((amount) =>
    formatMoney(toCents(amount)),
  )
  const change = `Load ${load} changed from ${from} to ${to} after statement ${number}`
  return toCents(corrected) === 0n ? change : `${change}, already adjusted by ${adjusted}`
}

/** The values of the line that adjusts a load. More revenue is a credit, a negative amount. */
export function toAdjustment(drift: Drift) {
  const amount = toAmount(-openDrift(drift))
  return { description: describeDrift(drift), amount, loadId: drift.loadId, loadNumber: drift.load }
}
