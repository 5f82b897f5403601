/** Values that are read but may be wrong: they become choices, and the fields stay empty. */
import { countDays, type Day } from '#core/calendar.ts'
import type { PaperLines } from './paper.ts'
import type { Reading } from './reading.ts'
import { isDayFirst, swapDayAndMonth } from './values/days.ts'

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
