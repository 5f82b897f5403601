/** Columns that hold the values of several fields: a place, both places of a lane, a truck and its driver (SPEC C58, C511). */
import { SHORT_LENGTH } from '#core/fields/checks.ts'
import { LOAD_PLACES, parsePlace, type PlaceParts } from './places.ts'

/** The text of each field; null for a cell that is nothing of the kind. A field that the cell does not name is left out. */
type Split = (cell: string) => Readonly<Record<string, string>> | null

export type CombinedColumn = {
  label: string
  titles: readonly string[]
  /** The first one has the message of a cell that can't be split. */
  fields: readonly string[]
  split: Split
  /** What a cell of the column must look like. */
  example: string
  /** The title alone does not tell: "Route" can be a number, and a driver's cell can name the truck. The cells must show it. */
  shownByCells?: boolean
}

type PlaceFields = (typeof LOAD_PLACES)[number]

const [PICKUP, DELIVERY] = LOAD_PLACES
const PLACE_EXAMPLE = 'a place such as “Dallas, TX 75201”'

const OF_LOADS: Readonly<Record<string, CombinedColumn>> = {
  pickupPlace: placeColumn('Pickup', PICKUP, listTitles('origin', 'from', 'pickup', 'pu')),
  deliveryPlace: placeColumn(
    'Delivery',
    DELIVERY,
    listTitles('destination', 'to', 'delivery', 'dest'),
  ),
  lane: {
    label: 'Pickup – Delivery',
    titles: ['lane', 'lanes', 'route', 'routing', 'origindestination', 'fromto', 'pickupdelivery'],
    fields: [PICKUP, DELIVERY].flatMap(({ state, city, zip }) => [state, city, zip]),
    split: splitLane,
    example: 'a lane such as “Dallas, TX - Atlanta, GA”',
    shownByCells: true,
  },
  truckAndDriver: {
    label: 'Truck / Driver',
    titles: [
      // A truck's cell can name its make: "101 Volvo".
      ...[
        'driver',
        'drivername',
        'truckdriver',
        'truckanddriver',
        'trucknumberdriver',
        'unitdriver',
        'unitanddriver',
      ],
      ...['drivertruck', 'driverandtruck', 'drivertrucknumber', 'driverunit', 'driverandunit'],
    ],
    fields: ['truckId', 'driverId'],
    split: splitTruckAndDriver,
    example: 'a truck and a driver such as “101 / Ann Lee”',
    shownByCells: true,
  },
}

const NONE: Readonly<Record<string, CombinedColumn>> = {}

export function listCombined({ name }: { name: string }): Readonly<Record<string, CombinedColumn>> {
  return name === 'loads' ? OF_LOADS : NONE
}

/** The fields that a column match fills. */
export function fieldsOfColumn(entity: { name: string }, column: string): readonly string[] {
  return listCombined(entity)[column]?.fields ?? [column]
}

/** Why a cell can't be split, with the cell and without it. */
export function describeUnsplit({ example }: CombinedColumn, cell: string) {
  return { message: `“${cell}” is not ${example}`, cause: `Not ${example}` }
}

function placeColumn(stop: string, place: PlaceFields, titles: readonly string[]): CombinedColumn {
  return {
    label: `${stop} City, State ZIP`,
    titles,
    fields: [place.state, place.city, place.zip],
    split(cell) {
      const parts = parsePlace(cell)
      return parts && nameParts(place, parts)
    },
    example: PLACE_EXAMPLE,
  }
}

function nameParts(place: PlaceFields, { city, state, zip }: PlaceParts): Record<string, string> {
  return {
    ...(city ? { [place.city]: city } : {}),
    [place.state]: state,
    ...(zip ? { [place.zip]: zip } : {}),
  }
}

/** "Pickup" alone can be a day or a place. "Origin" and "From" can only be a place. */
function listTitles(place: string, short: string, ...others: string[]): string[] {
  const all = [place, short, ...others]
  const ends = ['location', 'citystate', 'cityst', 'citystatezip', 'place']
  const full = all.flatMap((word) => ends.map((end) => word + end))
  return [place, short, ...full]
}

/** "Dallas, TX - Atlanta, GA": the only mark with a place on both sides. */
function splitLane(cell: string): Record<string, string> | null {
  if (cell.length > 2 * SHORT_LENGTH) return null
  const lanes = [...cell.matchAll(BETWEEN_PLACES)].flatMap(({ index, 0: mark }) => {
    const pickup = parsePlace(cell.slice(0, index))
    const delivery = parsePlace(cell.slice(index + mark.length))
    return pickup && delivery
      ? [{ ...nameParts(PICKUP, pickup), ...nameParts(DELIVERY, delivery) }]
      : []
  })
  const [lane, other] = lanes
  return lane && !other ? lane : null
}

const BETWEEN_PLACES = /\s*(?:->|=>|[→➔>/|;–—]|\n)\s*|\s+to\s+|\s+-\s*|(?<=\b[A-Z]{2}|\d{5})-\s*/gi

/** "101 / Ann Lee", "Ann Lee (101)" and "101 Ann Lee": one part has digits, and the other has none. */
function splitTruckAndDriver(cell: string): Record<string, string> | null {
  if (cell.length > SHORT_LENGTH) return null
  for (const pattern of TWO_PARTS) {
    const [, one = '', other = ''] = pattern.exec(cell.trim()) ?? []
    if (/\d/.test(one) && isPerson(other)) return { truckId: one, driverId: other }
    if (/\d/.test(other) && isPerson(one)) return { truckId: other, driverId: one }
  }
  return null
}

/** "Truck 12", "T 12" and "Driver 12" name no driver. */
function isPerson(part: string): boolean {
  return (
    /^\D*\p{L}{2}\D*$/u.test(part) &&
    !/^(?:truck|unit|tractor|trk|driver|no|number)\W*$/i.test(part)
  )
}

const TWO_PARTS = [
  /^([^/|;\n]+?)\s*[/|;\n]\s*([^/|;\n]+)$/,
  /^([^/|;,\n]+?)\s*,\s*([^/|;,\n]+)$/,
  /^(\S.*?)\s+[-–—]\s*(\S.*)$/,
  /^(\S.*?)[-–—]\s+(\S.*)$/,
  /^([^()]+?)\s*\(([^()]+)\)$/,
  /^(#?\S*\d\S*)\s+([^\d/|;,]+)$/,
  /^([^\d/|;,]+?)\s+(#?\S*\d\S*)$/,
]
