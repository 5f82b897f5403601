/** When a truck arrived at a stop and left the stop: wall-clock text without a time zone, "2026-11-20 08:15" (SPEC C100). */
import { z } from 'zod'
import { countDays, formatDay, isDay, readTypedDay } from '#core/calendar.ts'
import { optional } from '#core/fields/checks.ts'
import type { Field } from '#core/fields/field.ts'

const TIME = /^(\d{4}-\d\d-\d\d)[ T]([01]\d|2[0-3]):([0-5]\d)(?::00)?$/
const SPREADSHEET_TIME = /^(\d{1,2}\/\d{1,2}\/\d{4}) (\d{1,2}):([0-5]\d)(?::00)? ?([AaPp][Mm])?$/

/** A browser's date and time input sends "2026-11-20T08:15". Blank is null. */
export function wallClock(label: string): Field<string | null> {
  const schema = z
    .string(`${label} must be a date and time, e.g. 2026-11-20 08:15`)
    .trim()
    .refine((text) => text === '' || readTime(text) !== null, {
      error: `${label} must be a date and time, e.g. 2026-11-20 08:15`,
    })
  const field = optional(schema)
  // The transform is outside of the union with null, because the union would lose the message.
  return { label, control: 'text', ...field, schema: field.schema.transform(toTime) }
}

/** Minutes from one wall-clock time to another; null if either is missing. Ignores daylight saving time. */
export function countMinutes(from: string | null, to: string | null): number | null {
  if (from === null || to === null) return null
  const [start, end] = [splitTime(from), splitTime(to)]
  return countDays(start.day, end.day) * 24 * 60 + end.minutes - start.minutes
}

/** "11/20/2026 08:15". */
export function formatWallClock(time: string): string {
  const [day = '', clock = ''] = time.split(' ')
  return `${formatDay(day)} ${clock}`
}

/** "2 h 15 min". */
export function formatMinutes(minutes: number): string {
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

function toTime(text: string | null): string | null {
  return text === null ? null : readTime(text)
}

function readTime(text: string): string | null {
  const [, day = '', hours, minutes] = TIME.exec(text) ?? []
  return isDay(day) ? `${day} ${hours}:${minutes}` : readSpreadsheetTime(text)
}

/** "11/20/2026 8:15", with or without AM or PM. */
function readSpreadsheetTime(text: string): string | null {
  const [, typed = '', clock = '', minutes, half] = SPREADSHEET_TIME.exec(text) ?? []
  const day = readTypedDay(typed)
  const hours = half ? (Number(clock) % 12) + (/p/i.test(half) ? 12 : 0) : Number(clock)
  if (day === null || hours > 23 || (half && Number(clock) > 12)) return null
  return `${day} ${String(hours).padStart(2, '0')}:${minutes}`
}

function splitTime(time: string): { day: string; minutes: number } {
  const [day = '', clock = ''] = time.split(' ')
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return { day, minutes: hours * 60 + minutes }
}
