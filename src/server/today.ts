import { addDays, type Day } from '#core/calendar.ts'
import { badField } from './errors.ts'

/** The server's day, in UTC. A browser sends its own day where the difference matters. */
export function serverDay(): Day {
  return new Date().toISOString().slice(0, 10)
}

const farDay = 'Use today’s date. Check the date of your device.'

/**
 * In every time zone, a person's day is at most one day from the server's. Throws 400 at the field that has the person's
 * day.
 */
export function requireNearDay(field: string, day: Day): void {
  const today = serverDay()
  if (day < addDays(today, -1) || day > addDays(today, 1)) throw badField(field, farDay)
}
