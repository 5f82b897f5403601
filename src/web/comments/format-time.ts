import { timeZone } from '#web/api/today.ts'

/** Date and time in the account's zone: "11/20/2026, 3:04 PM". */
export function formatTime(instant: string): string {
  return new Date(instant).toLocaleString('en-US', {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: timeZone(),
  })
}
