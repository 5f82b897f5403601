/** The figures of the dashboard (SPEC A2, B34, B35). */
import type { Period } from '#core/calendar.ts'
import type { Amount } from '#core/money.ts'

/** The most loads that a card lists (SPEC A9). */
export const LISTED_LOADS = 5

/** Sums of whole calendar periods that contain today; `percentChange` is this month against last, null with no last month. */
export type PeriodSums = {
  thisWeek: Amount
  thisMonth: Amount
  yearToDate: Amount
  lastMonth: Amount
  percentChange: number | null
}

/** How many months the chart goes back, this one included. */
export const CHARTED_MONTHS = 12

/** Sums of a whole calendar month: revenue by delivery date, expenses by settlement date. */
export type MonthSums = Period & { revenue: Amount; expenses: Amount }

export type LoadList = {
  count: number
  loads: { id: number; loadId: string; truckNumber: string | null }[]
}

export type Dashboard = {
  trucks: { active: number; total: number }
  drivers: { active: number; total: number }
  loads: { deliveredThisWeek: number; total: number }
  settlementsToGenerate: number
  revenue: PeriodSums
  expenses: PeriodSums
  /** The earliest first. */
  months: MonthSums[]
  pendingBol: LoadList
  unpaid: LoadList
}
