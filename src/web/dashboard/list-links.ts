/** Paths to the lists behind the dashboard's figures. Each list shows the records that the server counted (SPEC A2, B34). */
import { addDays, monthOf, weekOf, yearOf, type Day, type Period } from '#core/calendar.ts'

const SUNDAY = 0

export type PeriodName = 'thisWeek' | 'thisMonth' | 'yearToDate'

/** The full week, month and year that contain `today`. */
export function currentPeriods(today: Day): Record<PeriodName, Period> {
  return { thisWeek: weekOf(today, SUNDAY), thisMonth: monthOf(today), yearToDate: yearOf(today) }
}

/** The loads delivered in a period. */
export function loadsPath({ from, to }: Period): string {
  return `/loads?deliveryDate.from=${from}&deliveryDate.to=${to}`
}

export function settlementsPath({ from, to }: Period): string {
  return `/settlements/history?settlementDate.from=${from}&settlementDate.to=${to}`
}

/** Uses the middle of the week: the company's work week may start on another day than the dashboard's. */
export function settlementRunPath({ from }: Period): string {
  return `/settlements/run?week=${addDays(from, 3)}`
}

export const ACTIVE_TRUCKS_PATH = '/trucks?status=active'
