/** What the odometer of a truck read on a day (SPEC C522). */
import { countDays, formatDay } from '#core/calendar.ts'
import type { Listing } from '#core/entities/entity.ts'
import { count, optionalCount } from '#core/fields/amounts.ts'
import type { ValuesOf } from '#core/fields/field.ts'
import { day, requiredReference, TODAY, yesNo } from '#core/fields/fields.ts'
import { withHelp } from '#core/fields/help.ts'
import { optionalText } from '#core/fields/text.ts'
import { formatInteger } from '#core/pluralize.ts'

const HIGHEST = 9_999_999

/** A team of two drivers does not drive more miles a day. */
const MOST_MILES_A_DAY = 1_500

const fields = {
  truckId: requiredReference('Truck', 'trucks'),
  day: day('Day', TODAY),
  miles: count('Odometer', 0, HIGHEST),
  newMeter: withHelp(
    yesNo('New Meter'),
    'Yes: the meter was replaced, and this is the first reading of the new one',
  ),
  note: optionalText('Note'),
  /** Null for the first reading of a meter. */
  milesSince: { ...optionalCount('Since Last', 0, HIGHEST), kept: true as const },
}

export const odometerReadings = {
  name: 'odometer-readings',
  singular: 'Odometer Reading',
  title: 'Odometer Readings',
  description: 'What the odometer of each truck read, by day.',
  label: 'day',
  fields,
  columns: [
    'day',
    'truckId',
    {
      title: 'Odometer',
      fields: ['miles'],
      format: ({ miles }) => formatMiles(Number(miles)),
      second: { format: ({ newMeter }) => (newMeter === 'yes' ? 'New meter' : '') },
    },
    { title: 'Since Last', fields: ['milesSince'], format: formatSince },
    'note',
  ],
  card: ['truckId', 'miles'],
  views: [{ name: 'Replaced Meters', address: 'newMeter=yes' }],
} as const satisfies Listing

/** A reading as a request sends it. */
export type OdometerReading = Omit<ValuesOf<typeof fields>, 'milesSince'>
type Other = Pick<OdometerReading, 'day' | 'miles' | 'newMeter'>

export const odometerMessages = {
  future: 'Day must not be in the future',
}

/**
 * Asks about a reading that goes back, or that is farther than a truck drives. `before` and `after`: the readings of the truck around
 * it, by day.
 */
export function askReading(
  reading: Other,
  { before, after }: { before: Other | undefined; after: Other | undefined },
): string | null {
  const typed = formatMiles(reading.miles)
  if (before && reading.newMeter === 'no') {
    const read = `${formatMiles(before.miles)} on ${formatDay(before.day)}`
    if (reading.miles < before.miles)
      return `The odometer read ${read}, which is more. Save ${typed} anyway? If the meter was replaced, choose New Meter instead.`
    const farthest = MOST_MILES_A_DAY * Math.max(1, countDays(before.day, reading.day))
    if (reading.miles - before.miles > farthest)
      return `The odometer read ${read}. ${formatMiles(reading.miles - before.miles)} since then is more than ${formatInteger(MOST_MILES_A_DAY)} a day. Save ${typed} anyway?`
  }
  if (after && after.newMeter === 'no' && reading.miles > after.miles)
    return `The odometer read ${formatMiles(after.miles)} on ${formatDay(after.day)}, which is less. Save ${typed} anyway?`
  return null
}

function formatMiles(miles: number): string {
  return `${formatInteger(miles)} mi`
}

function formatSince({ milesSince }: Record<string, unknown>): string {
  return milesSince === null || milesSince === undefined ? '' : formatMiles(Number(milesSince))
}
