/** The day of a file, from its name or typed (SPEC C229). */
import { addDays, isDay, type Day } from '#core/calendar.ts'

/** "Motus_20261120.csv", "census 2026-11-20.csv" and "carrier-11-20-2026.csv" name November 20. Null if the name has no day. */
export function dayOfName(name: string): Day | null {
  const year = /(?<!\d)(20\d\d)[-_.]?(\d\d)[-_.]?(\d\d)(?!\d)/.exec(name)
  if (year) return toDay(year[1], year[2], year[3])
  const month = /(?<!\d)(\d\d)[-_.]?(\d\d)[-_.]?(20\d\d)(?!\d)/.exec(name)
  return month ? toDay(month[3], month[1], month[2]) : null
}

const FIRST_DAY = '2020-01-01'

const fileDayMessages = {
  required: 'File day is required, e.g. 11/20/2026',
  future: 'File day must not be in the future',
  early: 'File day must be in 2020 or later',
}

/** Why the text can't be a file's day; null if it can. `today`: the account's day. A file can be a day ahead. */
export function findFileDayError(day: string, today: Day): string | null {
  if (!isDay(day)) return fileDayMessages.required
  if (day > addDays(today, 1)) return fileDayMessages.future
  return day < FIRST_DAY ? fileDayMessages.early : null
}

function toDay(...parts: (string | undefined)[]): Day | null {
  const day = parts.join('-')
  return isDay(day) ? day : null
}
