/** What is known about the total of a load's newest rate confirmation (SPEC C126, C155). */
import type { Amount } from '#core/money.ts'
import { compareTotals, type LoadTotals } from './compare-totals.ts'

/** What is stored about a confirmation. `total`: as Haulbook read it. `typedTotal`: as a person read it. */
export type ReadTotals = {
  isRead: boolean
  isScan: boolean
  total: Amount | null
  typedTotal: Amount | null
}

/** `unread`: no one has read it. `scan` and `unclear`: read, but its total is not known. */
export const CONFIRMATION_STATES = ['unread', 'scan', 'unclear', 'same', 'differs'] as const

export type ConfirmationState = (typeof CONFIRMATION_STATES)[number]

/** What a person typed takes precedence over what was read. */
export function totalOf(totals: ReadTotals | undefined): Amount | null {
  return totals?.typedTotal ?? totals?.total ?? null
}

/** `totals`: undefined if nothing is stored about the confirmation. */
export function judgeConfirmation(
  totals: ReadTotals | undefined,
  load: LoadTotals,
): ConfirmationState {
  const comparison = compareTotals(totalOf(totals), load)
  if (comparison) return comparison.isSame ? 'same' : 'differs'
  if (!totals?.isRead) return 'unread'
  return totals.isScan ? 'scan' : 'unclear'
}
