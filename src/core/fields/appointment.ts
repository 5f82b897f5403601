/** An appointment: a time of day, or a window, at the place itself. It has no time zone (SPEC C128). */
import { optional, SHORT_LENGTH, shortText, toSentenceCase } from './checks.ts'
import type { Field } from './field.ts'

/** Stored as "08:00" or "08:00-14:00". A window can end on the next day: "22:00-02:00". */
export function appointment(label: string): Field<string | null> {
  const message = `${toSentenceCase(label)} must be a time or a window, e.g. 08:00 or 8 am - 2 pm`
  const schema = shortText(label, SHORT_LENGTH)
    .refine((typed) => typed === '' || parseAppointment(typed) !== null, message)
    .overwrite((typed) => parseAppointment(typed) ?? typed)
  return { label, control: 'appointment', ...optional(schema) }
}

/**
 * "0800", "8:00", "8 a.m." → "08:00"; "8am to 2pm" → "08:00-14:00". Null if it can be read in two ways: "8" and "8-5"
 * don't say morning or afternoon, and neither does the first part of "1:00-3:00 pm".
 */
export function parseAppointment(typed: string): string | null {
  const parts = typed.trim().toLowerCase().split(BETWEEN)
  const times = parts.map(parseTime)
  const [from, to] = times
  if (!from || times.length > 2 || times.includes(null)) return null
  if (!to || to.time === from.time) return from.time
  return from.hasHalf === to.hasHalf ? `${from.time}-${to.time}` : null
}

const BETWEEN = /\s*(?:-|–|—|\bto\b)\s*/
/** Hours, minutes, half of the day: "0800", "8:00", "8a", "8:30 p.m.". */
const TIME = /^(\d{1,2})(?::?(\d\d))?\s*(?:([ap])(?:\.?m\.?)?)?$/

type Time = { time: string; hasHalf: boolean }

function parseTime(text: string): Time | null {
  const [, digits = '', minutes, half] = TIME.exec(text) ?? []
  if (digits === '' || (minutes === undefined && half === undefined)) return null
  const hour = toHour(Number(digits), half)
  if (hour === null || Number(minutes ?? 0) > 59) return null
  return {
    time: `${String(hour).padStart(2, '0')}:${minutes ?? '00'}`,
    hasHalf: half !== undefined,
  }
}

function toHour(typed: number, half: string | undefined): number | null {
  if (half === undefined) return typed < 24 ? typed : null
  if (typed < 1 || typed > 12) return null
  return (typed % 12) + (half === 'p' ? 12 : 0)
}
