/** Suggests the settlement date of a new load (SPEC C61). */
import { addDays, weekdayOf, weekOf, type Day, type Period, type Weekday } from '#core/calendar.ts'

export type SuggestedDate = { date: Day; week: Period }

/**
 * A date in the work week that contains `day`, the load's delivery or pickup. `earlier`: settlement dates, newest first. The
 * newest date in that week wins, else the weekday of the newest date, else the last day of the week.
 */
export function suggestSettlementDate(
  day: Day,
  firstWeekday: Weekday,
  earlier: readonly Day[],
): SuggestedDate {
  const week = weekOf(day, firstWeekday)
  const used = earlier.find((date) => date >= week.from && date <= week.to)
  if (used) return { date: used, week }
  const [newest] = earlier
  if (!newest) return { date: week.to, week }
  return { date: addDays(week.from, (weekdayOf(newest) - firstWeekday + 7) % 7), week }
}
