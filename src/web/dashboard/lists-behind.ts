/** Where the lists behind the figures are: the same loads and settlements that the server counted (SPEC A2, B34). */
import { addDays, monthOf, weekOf, yearOf, type Day, type Period } from '#core/calendar.ts'

const SUNDAY = 0

export type PeriodName = 'thisWeek' | 'thisMonth' | 'yearToDate'

/** The whole calendar periods that contain today. */
export function readPeriods(today: Day): Record<PeriodName, Period> {
  return { thisWeek: weekOf(today, SUNDAY), thisMonth: monthOf(today), yearToDate: yearOf(today) }
}

export function loadsDelivered({ from, to }: Period): string {
  return `/loads?deliveryDate.from=${from}&deliveryDate.to=${to}`
}

export function settlementsAddress({ from, to }: Period): string {
  return `/settlements/history?settlementDate.from=${from}&settlementDate.to=${to}`
}

/** By a day in the middle: the company's own week may begin a day or two off the dashboard's. */
export function runAddress({ from }: Period): string {
  return `/settlements/run?week=${addDays(from, 3)}`
}

export const activeTrucks = '/trucks?status=active'
