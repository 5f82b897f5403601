/** When a member was last active. */

const HOUR_MS = 60 * 60 * 1000
const RECENT_HOURS = 2

/** "Within the last 2 hours", "Today, 9 AM", "11/20/2026", "Never". The time is rounded to the hour. */
export function describeSeen(instant: string | null, now: Date): string {
  if (instant === null) return 'Never'
  const seen = new Date(instant)
  const hours = (now.getTime() - seen.getTime()) / HOUR_MS
  if (hours < RECENT_HOURS) return `Within the last ${RECENT_HOURS} hours`
  if (seen.toDateString() !== now.toDateString()) return seen.toLocaleDateString('en-US')
  return `Today, ${seen.toLocaleTimeString('en-US', { hour: 'numeric' })}`
}
