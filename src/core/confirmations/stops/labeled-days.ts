/** Days that a paper prints apart from its stops, beside words such as "Pickup Date" and "Ship Date". */
import type { Day } from '#core/calendar.ts'
import { readLabeled } from '#core/confirmations/labeled-field.ts'
import type { Read } from '#core/confirmations/reading.ts'
import { findDays, WEEKDAY } from '#core/confirmations/values/days.ts'
import type { WordLine } from '#core/confirmations/words/lines.ts'

/** `all`: the lines of the paper. `apart`: those outside its stops. */
export function readLabeledDays(
  all: readonly WordLine[],
  apart: readonly WordLine[],
  today: Day,
): { pickup: Read[]; delivery: Read[] } {
  return {
    pickup: [
      ...readDays(all, PICKUP_DAY, today),
      ...readDays(apart, OTHER_PICKUP_DAY, today, true),
    ],
    delivery: [
      ...readDays(all, DELIVERY_DAY, today),
      ...readDays(apart, OTHER_DELIVERY_DAY, today, true),
    ],
  }
}

const PICKUP_DAY = ['pickup date', 'pick up date', 'pick-up date']
const DELIVERY_DAY = ['delivery date', 'deliver date']
/** Their day stands right beside them or below, apart from the stops. */
const OTHER_PICKUP_DAY = [
  ...[
    'pickup exactly',
    'pickup estimated',
    'scheduled pickup',
    'pick up on',
    'pickup on',
    'pickup day',
  ],
  ...[
    'pick up by',
    'requested pickup',
    'ship date',
    'shipping date',
    'ships on',
    'loads on',
    'loading date',
    'pu date',
  ],
]
const OTHER_DELIVERY_DAY = [
  ...[
    'delivery exactly',
    'delivery estimated',
    'scheduled delivery',
    'deliver on',
    'delivers on',
    'delivery day',
  ],
  ...[
    'deliver by',
    'delivery by',
    'unloading date',
    'unloads on',
    'arrival date',
    'requested delivery',
    'drop date',
    'del date',
  ],
]

/** Reads days next to these labels anywhere on the paper, for papers that don't print days at the stops. */
function readDays(
  lines: readonly WordLine[],
  labels: readonly string[],
  today: Day,
  isFirst = false,
): Read[] {
  const parse = (text: string) => {
    const [day] = findDays(text, today)
    return day && (!isFirst || DAY_START.test(text.slice(0, day.from))) ? day : null
  }
  return readLabeled(lines, { ranks: [labels], sides: ['right', 'below'], parse })
}

/** Nothing but a weekday stands before the day. */
const DAY_START = new RegExp(`^[\\s:(]*(?:${WEEKDAY}[,\\s]*)?$`, 'i')
