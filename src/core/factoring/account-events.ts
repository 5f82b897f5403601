/** The events of a factor's account, by day (SPEC C241). */
import type { Day } from '#core/calendar.ts'
import type { Deposit, FactorAccount } from './responses.ts'

/** `isVoid`: the void of the report, which undoes all of it on its own day. */
export type AccountEvent = { day: Day; deposit: Deposit; isVoid: boolean }

/** Reports and voids of the period, each on its own day. */
export function listAccountEvents({
  deposits,
  voids,
}: Pick<FactorAccount, 'deposits' | 'voids'>): AccountEvent[] {
  const reported = deposits.map((deposit) => ({ day: deposit.day, deposit, isVoid: false }))
  const voided = voids.map((deposit) => ({ day: deposit.voidedOn ?? '', deposit, isVoid: true }))
  // On one day, in the order in which they were entered: a report, its void, the corrected report.
  return [...reported, ...voided].toSorted(
    (a, b) =>
      a.day.localeCompare(b.day) ||
      a.deposit.id - b.deposit.id ||
      Number(a.isVoid) - Number(b.isVoid),
  )
}
