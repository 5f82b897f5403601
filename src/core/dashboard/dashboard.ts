/** The dashboard's figures (SPEC A2, B34, B35). */
import type { Day, Period } from '#core/calendar.ts'
import type { Amount } from '#core/money.ts'
import type { ToDo } from './to-do.ts'

/** The maximum number of loads on a card (SPEC A9). */
export const LISTED_LOADS = 5

/** Totals of the calendar periods that contain today. `percentChange` compares this month with last month; null if last month is 0. */
export type PeriodSums = {
  thisWeek: Amount
  thisMonth: Amount
  yearToDate: Amount
  lastMonth: Amount
  percentChange: number | null
}

/** The months in the chart, including the current one. */
export const CHARTED_MONTHS = 12

/** The totals of a calendar month: revenue by delivery date, expenses by settlement date. */
export type MonthSums = Period & { revenue: Amount; expenses: Amount }

/** A load on a card. */
export type OpenLoad = {
  id: number
  loadId: string
  truckNumber: string | null
  broker: string | null
  revenue: Amount
  /** The delivery, or the pickup of a load without a delivery date. */
  since: Day
}

export type LoadList = {
  count: number
  /** The revenue of all `count` loads, not only of the listed ones. */
  amount: Amount
  loads: OpenLoad[]
}

export type Dashboard = {
  trucks: { active: number; total: number }
  drivers: { active: number; total: number }
  loads: { deliveredThisWeek: number; total: number }
  settlementsToGenerate: number
  revenue: PeriodSums
  expenses: PeriodSums
  /** The extra pay among the expenses, positive amounts (SPEC C18). */
  extraPay: PeriodSums
  /** The months in the chart, earliest first. */
  months: MonthSums[]
  pendingBol: LoadList
  unpaid: LoadList
  toDo: ToDo
  /** The account has sample data (SPEC C64). */
  hasSample: boolean
}
