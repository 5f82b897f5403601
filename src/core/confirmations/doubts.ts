/** Values that are read but may be wrong: they become choices, and the fields stay empty. */
import { countDays, type Day } from '#core/calendar.ts'
import type { PaperLines } from './paper.ts'
import type { Reading } from './reading.ts'
import type { Stop } from './stops/stops.ts'
import { ANY_DAY, isDayFirst, swapDayAndMonth } from './values/days.ts'
import type { WordLine } from './words/lines.ts'

type Fields = Reading['fields']
type Unsure = Reading['unsure']

/** The facts of a stop that may not be the first one are choices. */
export function offerStop(
  { fields, unsure }: { fields: Fields; unsure: Unsure },
  side: 'pickup' | null,
): { fields: Fields; unsure: Unsure } {
  const entries = Object.entries(fields)
  const isDoubtful = (name: string) =>
    side !== null && name.startsWith(side) && name !== 'pickupNumber'
  return {
    fields: Object.fromEntries(entries.filter(([name]) => !isDoubtful(name))),
    unsure: {
      ...unsure,
      ...Object.fromEntries(
        entries.filter(([name]) => isDoubtful(name)).map(([name, read]) => [name, [read]]),
      ),
    },
  }
}

/**
 * If a day is above the heading of the pickup too, a day above the heading of the delivery can be the delivery's: without another one, it
 * is a choice (SPEC C593).
 */
export function offerDayBetween(
  { fields, unsure }: { fields: Fields; unsure: Unsure },
  { body }: PaperLines,
  pickup: Stop | undefined,
  delivery: Stop | undefined,
): { fields: Fields; unsure: Unsure } {
  const { pickupDate, pickupTime: _, ...others } = fields
  if (!pickup || !delivery || !pickupDate || fields.deliveryDate || unsure.deliveryDate)
    return { fields, unsure }
  const isBetween = lineAbove(body, delivery)?.cells.some(
    ({ page, box }) => page === pickupDate.page && box.y === pickupDate.box.y,
  )
  const hasDayAbove = lineAbove(body, pickup)?.cells.some(({ text }) => ANY_DAY.test(text))
  if (!isBetween || !hasDayAbove) return { fields, unsure }
  return { fields: others, unsure: { ...unsure, pickupDate: [pickupDate] } }
}

function lineAbove(lines: readonly WordLine[], { section: { cell } }: Stop): WordLine | undefined {
  return lines[lines.findIndex(({ index }) => index === cell.line) - 1]
}

/** On a paper with "23/11/2026", "04/11/2026" is November 4 or April 11: both are choices. */
export function withClearDays(
  { lines }: PaperLines,
  fields: Fields,
  unsure: Unsure,
  today: Day,
): [Fields, Unsure] {
  const isMixed = lines.some(({ cells }) => cells.some(({ text }) => isDayFirst(text)))
  const swapped = (['pickupDate', 'deliveryDate'] as const).flatMap((name) => {
    const read = isMixed ? fields[name] : undefined
    const other = read && swapDayAndMonth(read.words, today)
    return read && other ? [{ name, reads: [read, { ...read, value: other }] }] : []
  })
  const kept = { ...fields }
  for (const { name } of swapped) delete kept[name]
  const doubts = Object.fromEntries(swapped.map(({ name, reads }) => [name, reads]))
  return [kept, { ...unsure, ...doubts }]
}

/** If the delivery is before the pickup, one of the two days is wrong, so neither is taken. */
export function withOrderedDays(
  fields: Fields,
  unsure: Unsure,
): { fields: Fields; unsure: Unsure } {
  const { pickupDate, deliveryDate, pickupTime: _, deliveryTime: __, ...others } = fields
  if (!pickupDate || !deliveryDate) return { fields, unsure }
  if (countDays(pickupDate.value, deliveryDate.value) >= 0) return { fields, unsure }
  return {
    fields: others,
    unsure: { ...unsure, pickupDate: [pickupDate], deliveryDate: [deliveryDate] },
  }
}
