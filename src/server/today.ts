import type { Day } from '#core/calendar.ts'

/** The server's day, in UTC. A browser sends its own day where the difference matters. */
export function serverDay(): Day {
  return new Date().toISOString().slice(0, 10)
}
