import type { Day } from '#core/calendar.ts'

/** The day in the browser's time zone. In the evening `toISOString` would give tomorrow. */
export function today(): Day {
  const now = new Date()
  const [month, date] = [now.getMonth() + 1, now.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  )
  return `${now.getFullYear()}-${month}-${date}`
}

/** The browser's time zone: "America/Chicago". */
export function timeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
