import { countDays, type Day } from '#core/calendar.ts'
import { pluralize } from '#core/pluralize.ts'
import type { Tone } from '#core/statuses.ts'

/** The same number of days as in the view "Expiring Licenses". */
const SOON_DAYS = 30

/** "Expired", "Expires in 12 days", null for a license that is valid for longer. */
export function describeExpiry(day: Day, today: Day): { text: string; tone: Tone } | null {
  const left = countDays(today, day)
  if (left < 0) return { text: 'Expired', tone: 'bad' }
  if (left > SOON_DAYS) return null
  return {
    text: left === 0 ? 'Expires today' : `Expires in ${pluralize(left, 'day')}`,
    tone: 'waiting',
  }
}
