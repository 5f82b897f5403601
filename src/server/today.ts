import { addDays, type Day } from '#core/calendar.ts'
import { readTimeZone } from './database/actor.ts'
import { badField } from './errors.ts'

/**
 * Today in the account's time zone (SPEC C460): for the request that is being answered. No other clock decides what is due,
 * late, in the future or dated today.
 */
export function accountDay(): Day {
  return dayIn(readTimeZone(), new Date())
}

/** The day in a time zone at an instant. */
export function dayIn(timeZone: string, instant: Date): Day {
  return formatIn(timeZone).format(instant)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Sweden writes days as "2026-11-29". */
function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  formats.set(timeZone, made)
  return made
}

const farDay = 'Use today’s date. Check the date of your device.'

/** A device can be in another time zone: its day is at most one day from the account's. Throws 400 at the field. */
export function requireNearDay(field: string, day: Day): void {
  const today = accountDay()
  if (day < addDays(today, -1) || day > addDays(today, 1)) throw badField(field, farDay)
}
