import type { Day } from '#core/calendar.ts'

let accountZone: string | undefined
let format = dayFormat(undefined)

/** Sets the account's time zone (SPEC C460). Null, or a zone that this browser does not know: the browser's. */
export function setTimeZone(zone: string | null): void {
  try {
    format = dayFormat(zone ?? undefined)
    accountZone = zone ?? undefined
  } catch {
    format = dayFormat(undefined)
    accountZone = undefined
  }
}

/** The account's day, also for a person who travels. In the evening `toISOString` would give tomorrow. */
export function today(): Day {
  return format.format(new Date())
}

/** The account's time zone, else the browser's: "America/Chicago". */
export function timeZone(): string {
  return accountZone ?? browserZone()
}

export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Sweden writes days as "2026-11-29". */
function dayFormat(timeZone: string | undefined): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
}
