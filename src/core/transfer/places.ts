/** Columns that hold city, state and ZIP code in one cell, as load boards export them (SPEC C58). */
import { SHORT_LENGTH } from '#core/fields/checks.ts'
import type { ImportList } from './import-list.ts'
import { STATES } from './states.ts'

/** The fields of a place, by its name in a column match. */
export type Place = {
  label: string
  titles: readonly string[]
  city: string
  state: string
  zip: string
}

type PlaceParts = { city: string; state: string; zip: string }

const LOAD_PLACES: Readonly<Record<string, Place>> = {
  pickupPlace: {
    label: 'Pickup City, State ZIP',
    titles: listTitles('origin', 'from', 'pickup', 'pu'),
    city: 'pickupCity',
    state: 'pickupState',
    zip: 'pickupZip',
  },
  deliveryPlace: {
    label: 'Delivery City, State ZIP',
    titles: listTitles('destination', 'to', 'delivery', 'dest'),
    city: 'deliveryCity',
    state: 'deliveryState',
    zip: 'deliveryZip',
  },
}

/** "Pickup" alone can be a day or a place. "Origin" and "From" can only be a place. */
function listTitles(place: string, short: string, ...others: string[]): string[] {
  const all = [place, short, ...others]
  const ends = ['location', 'citystate', 'cityst', 'citystatezip', 'place']
  const full = all.flatMap((word) => ends.map((end) => word + end))
  return [place, short, ...full]
}

const NO_PLACES: Readonly<Record<string, Place>> = {}

export function listPlaces({ name }: Pick<ImportList, 'name'>): Readonly<Record<string, Place>> {
  return name === 'loads' ? LOAD_PLACES : NO_PLACES
}

/** The fields that a column match fills. */
export function fieldsOfColumn(entity: Pick<ImportList, 'name'>, column: string): string[] {
  const place = listPlaces(entity)[column]
  return place ? [place.city, place.state, place.zip] : [column]
}

/** "Dallas, TX 75201" → its parts, also at the end of an address. Null without a known state: "Santa Fe" has none. */
export function parsePlace(cell: string): PlaceParts | null {
  const text = cell.trim()
  const match = text.length > SHORT_LENGTH ? null : PLACE.exec(text)
  if (!match) return null
  const [, before = '', typedState = '', zip = ''] = match
  const state = typedState.toUpperCase()
  if (!STATES.has(state)) return null
  return { city: before.split(',').at(-1)?.trim() ?? '', state, zip }
}

const PLACE = /^(.*?)[\s,]+([A-Za-z]{2})(?:[\s,]+(\d{5}(?:-\d{4})?))?(?:[\s,]+(?:USA?|CAN?|MEX?))?$/
