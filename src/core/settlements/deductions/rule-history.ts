/** Earlier lines of recurring deductions: their periods, and the amounts they left open (SPEC C15, C16). */
import type { Day, Weekday } from '#core/calendar.ts'
import { addUp, type Amount, type Cents } from '#core/money.ts'
import { periodKey, periodOf } from './frequency.ts'
import { collectsLater, isOfOnePayee, type Rule } from '#core/settlements/rules.ts'

/** A line of a recurring deduction on a settlement that is not void, or entries that took what such lines left. */
export type PastLine = {
  ruleId: number
  /** Null: entries of a deduction for all trucks of its payee. */
  truckId: number | null
  payee: string
  settlementDate: Day
  /** Null: an older line, or a line of a deduction that was then taken on each settlement. */
  rulePeriod: string | null
  isFrozen: boolean
  deferred: Amount
}

/** `payee`: its key (`payeeKey`). */
export type SettlementKey = { truckId: number; settlementDate: Day; payee: string }

/** Where a deduction is taken once per period: on one truck, or on all trucks of its payee. */
function findScope(rule: Rule, { truckId, payee }: SettlementKey): string {
  return isOfOnePayee(rule) ? payee : `truck:${truckId}`
}

/** The columns of a line that is taken once per period. Other lines have null. */
export function claimPeriod(rule: Rule, key: SettlementKey, firstWeekday: Weekday) {
  const period = periodOf(rule, key.settlementDate, firstWeekday)
  if (!period) return { ruleScope: null, rulePeriod: null }
  return { ruleScope: findScope(rule, key), rulePeriod: periodKey(rule, period) }
}

/**
 * Whether another settlement of the period has the deduction. `claimed`: the period of this settlement's own line, null if
 * it has none; undefined if there is no such line yet.
 */
export function hasLineInPeriod(
  rule: Rule,
  key: SettlementKey,
  { past, firstWeekday }: History,
  claimed?: string | null,
): boolean {
  const period = periodOf(rule, key.settlementDate, firstWeekday)
  if (!period || claimed === periodKey(rule, period)) return false
  const others = selectOfScope(rule, key, past).filter(
    ({ settlementDate }) => period.from <= settlementDate && settlementDate <= period.to,
  )
  if (claimed === undefined) return others.length > 0
  // Two older lines of one period: the earlier settlement keeps its line.
  return others.some(
    ({ isFrozen, rulePeriod, settlementDate }) =>
      isFrozen || rulePeriod !== null || settlementDate < key.settlementDate,
  )
}

export type History = { past: PastLine[]; firstWeekday: Weekday }

/** The cents that earlier settlements of the payee did not take. Negative: a later settlement has already taken them. */
export function sumOwed(rule: Rule, key: SettlementKey, past: PastLine[]): Cents {
  // Among the lines of a fee, only the line of the rule itself takes what was left.
  if (!collectsLater(rule) || rule.factoring?.load) return 0n
  // What one payee was not charged is never taken from the next payee of the truck (SPEC C322).
  const lines = selectOfScope(rule, key, past).filter(({ payee }) => payee === key.payee)
  const all = addUp(lines.map(({ deferred }) => deferred))
  const earlier = lines.filter(({ settlementDate }) => settlementDate < key.settlementDate)
  const left = addUp(earlier.map(({ deferred }) => deferred))
  if (all < 0n) return findTaken(key, lines)
  return left < 0n ? 0n : left < all ? left : all
}

/** A later draft may take what this settlement itself left: it is calculated again before its approval. */
function findTaken({ settlementDate: date }: SettlementKey, lines: PastLine[]): Cents {
  const final = lines.filter(({ isFrozen, settlementDate }) => isFrozen || settlementDate < date)
  const left = addUp(final.map(({ deferred }) => deferred))
  return left < 0n ? left : 0n
}

function selectOfScope(rule: Rule, key: SettlementKey, past: PastLine[]): PastLine[] {
  const isShared = isOfOnePayee(rule)
  return past.filter(
    ({ ruleId, truckId, payee }) =>
      ruleId === rule.id && (isShared ? payee === key.payee : truckId === key.truckId),
  )
}

/** Whether the amount of the rule depends on its lines of other settlements. */
export function needsHistory(rule: Rule): boolean {
  return rule.frequency !== 'settlement' || collectsLater(rule)
}
