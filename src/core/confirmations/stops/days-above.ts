/** "Mon, Nov 23 · 7:00 AM" above "Pickup": cards of apps print the day above the heading of its stop (SPEC C593). */
import { ANY_DAY, DAY_TEXT } from '#core/confirmations/values/days.ts'
import type { Cell, WordLine } from '#core/confirmations/words/lines.ts'
import { hasDay, isStop, type Section } from './sections.ts'

/**
 * The sections with these days in their own stops. It is so only if every stop has a day directly above its heading, and the last one
 * none below it.
 */
export function moveDaysAbove(
  sections: readonly Section[],
  lines: readonly WordLine[],
): readonly Section[] {
  const stops = sections.filter(({ heading }) => isStop(heading))
  const above = new Map(stops.map((stop) => [stop, findDayAbove(stop, lines)]))
  const last = stops.at(-1)
  const isLayout = stops.length > 1 && stops.every((stop) => above.get(stop))
  if (!isLayout || !last || hasDay(last.rows)) return sections
  const days = new Set(above.values())
  return sections.map((section) => {
    const day = above.get(section)
    const [first = [], ...rest] = section.rows.map((cells) => cells.filter((one) => !days.has(one)))
    return day ? { ...section, rows: [first, [day], ...rest] } : section
  })
}

function findDayAbove({ cell }: Section, lines: readonly WordLine[]): Cell | undefined {
  const at = lines.findIndex(({ index }) => index === cell.line)
  const line = lines[at - 1]
  if (line?.page !== cell.page) return undefined
  return line.cells.find(({ box, text }) => Math.abs(box.x - cell.box.x) < 4 && isDayOnly(text))
}

/** A day with nothing but times. */
function isDayOnly(text: string): boolean {
  return ANY_DAY.test(text) && text.replaceAll(DAYS_AND_TIMES, '').trim() === ''
}

const DAYS_AND_TIMES = new RegExp(
  `${DAY_TEXT}(?:,?\\s+20\\d\\d)?|\\d{1,2}:\\d\\d|(?<![\\d:])\\d{1,2}(?=\\s*[ap]\\.?m)|\\b(?:[ap]\\.?m\\b\\.?|[ecmp][sd]?t|at|to|by|local|appt|fcfs)\\b|[\\s·•|,@()–—-]+`,
  'gi',
)
