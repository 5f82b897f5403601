import type { Day } from '#core/calendar.ts'

/** The browser's own day. Taken of the local parts: an ISO string would be tomorrow's in the evening. */
export function today(): Day {
  const now = new Date()
  const [month, date] = [now.getMonth() + 1, now.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  )
  return `${now.getFullYear()}-${month}-${date}`
}

/** The browser's own: "America/Chicago". */
export function timeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
