/** Loads that changed after their statement was frozen (SPEC C7). */
import type { Day } from '#core/calendar.ts'
import { formatMoney, toAmount, toCents, type Amount, type Cents } from '#core/money.ts'

/** One load of a frozen statement that is worth another amount today. */
export type Drift = {
  billingId: number
  number: number
  truckId: number
  settlementDate: Day
  /** The load's own id, and the number that people call it by. */
  loadId: number
  load: string
  /** On the statement; 0.00 for a load that came later. */
  before: Amount
  /** Today; 0.00 for a load that is gone, or of another truck or date. */
  now: Amount
  /** What corrections on later settlements, and releases, have made up for already. */
  corrected: Amount
  /** Whom the statement paid. */
  payee: string
  /** Whom the truck pays today, where no settlement of the same payee can take the correction (SPEC C10). */
  otherPayee: string | null
}

/** What is still to be made up for: more revenue is above zero. */
export function openDrift({ before, now, corrected }: Drift): Cents {
  return toCents(now) - toCents(before) - toCents(corrected)
}

/** "Load 1042: $2,400.00 → $2,150.00 after statement 37", and what was made up for already, where something was. */
export function describeDrift({ load, before, now, number, corrected }: Drift): string {
  const [then, today] = [before, now].map((amount) => formatMoney(toCents(amount)))
  const changed = `Load ${load}: ${then} → ${today} after statement ${number}`
  const made = toCents(corrected)
  return made === 0n ? changed : `${changed}, corrected by ${formatMoney(made)} before`
}

/** More revenue is a credit: a deduction below zero. */
export function toAdjustment(drift: Drift) {
  return { description: describeDrift(drift), amount: toAmount(-openDrift(drift)) }
}
