/** Columns that hold city, state and ZIP code in one cell, as load boards export them (SPEC C58). */
import { SHORT_LENGTH } from '#core/fields/checks.ts'
import type { ImportList } from './import-list.ts'

/** The two-letter codes of states and provinces that a place in one cell can end with (SPEC C58). */

const UNITED_STATES = `AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY
  NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI`

const CANADA = 'AB BC MB NB NL NS NT NU ON PE QC SK YT'

/** Programs use different codes for some of the Mexican states. */
const MEXICO = `AG BJ BN BS CH CI CL CP CU DF DG DO GE GJ GR GT HD HG JA MC MH MR MX NA NL OA PU QE QI QR SI SL SO TA TB TL
  TM VC VE YC YU ZA ZT`

const STATES: ReadonlySet<string> = new Set(
  [UNITED_STATES, CANADA, MEXICO].flatMap((codes) => codes.split(/\s+/)),
)

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

/**
 * "Dallas, TX 75201" and "Toronto, ON M5V 2T6" → their parts, also at the end of an address. Null without a known state: "Santa Fe"
 * has none (SPEC C58, C432).
 */
export function parsePlace(cell: string): PlaceParts | null {
  const text = cell.trim()
  const match = text.length > SHORT_LENGTH ? null : PLACE.exec(text)
  if (!match) return null
  const [, before = '', typedState = '', typedZip = ''] = match
  const state = typedState.toUpperCase()
  const zip = tidyZip(typedZip, state)
  if (!STATES.has(state) || /^\d{1,4}(?!\d)/.test(zip)) return null
  return { city: before.split(',').at(-1)?.trim() ?? '', state, zip }
}

const US_ZIP = '\\d{5}(?:-\\d{4})?'
/** A spreadsheet takes 02118 for the number 2118. */
const SHORT_ZIP = '\\d{3,4}(?:-\\d{4})?'
const CANADIAN_CODE = '[A-Z]\\d[A-Z][ -]?\\d[A-Z]\\d'
const PLACE = new RegExp(
  `^(.*?)[\\s,]+([A-Z]{2})\\.?(?:[\\s,]+((?:${US_ZIP}|${SHORT_ZIP})(?:\\.0+)?|${CANADIAN_CODE}))?(?:[\\s,]+(?:USA?|CAN?|MEX?|CANADA|MEXICO|UNITED STATES))?$`,
  'i',
)

/**
 * A ZIP or postal code as the post writes it: "78045.0" → "78045", "2118" in MA → "02118", "m5v2t6" → "M5V 2T6". A short number whose
 * state has no such ZIP codes stays as it is (SPEC C432).
 */
export function tidyZip(typed: string, state: string): string {
  const text = typed.trim().replace(/(?<=^\d{3,5})\.0+$/, '')
  const canadian = /^([A-Z]\d[A-Z])[ -]?(\d[A-Z]\d)$/i.exec(text)
  if (canadian) return `${canadian[1]} ${canadian[2]}`.toUpperCase()
  const [, digits = '', rest = ''] = /^(\d{3,4})(-\d{4})?$/.exec(text) ?? []
  const full = digits.padStart(5, '0')
  return digits && LOW_ZIPS[state.toUpperCase()]?.test(full) ? full + rest : text
}

/** The ZIP codes that begin with 0, by state. */
const LOW_ZIPS: Readonly<Record<string, RegExp>> = {
  AE: /^09/,
  CT: /^06(?!390)/,
  MA: /^0(?:[12]|55)/,
  ME: /^0(?:39|4)/,
  NH: /^03[0-8]/,
  NJ: /^0[78]/,
  NY: /^0(?:0501|0544|6390)/,
  PR: /^00[679]/,
  RI: /^02[89]/,
  VI: /^008/,
  VT: /^05(?!5)/,
}

/** Completes the ZIP codes of a row once its states are known. */
export function tidyZips(entity: Pick<ImportList, 'name'>, values: Record<string, unknown>): void {
  for (const { zip, state } of Object.values(listPlaces(entity))) {
    const [typed, typedState] = [values[zip], values[state]]
    if (typeof typed === 'string' && typed.length <= SHORT_LENGTH)
      values[zip] = tidyZip(typed, typeof typedState === 'string' ? typedState.trim() : '')
  }
}
