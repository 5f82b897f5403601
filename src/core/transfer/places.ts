/** Cells with city, state and ZIP code, as load boards export them (SPEC C58). */
import { STATE_NAME, toState } from '#core/confirmations/values/zip-states.ts'
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

/** The fields of the places of a load. */
export const LOAD_PLACES = [
  { city: 'pickupCity', state: 'pickupState', zip: 'pickupZip' },
  { city: 'deliveryCity', state: 'deliveryState', zip: 'deliveryZip' },
] as const

export type PlaceParts = { city: string; state: string; zip: string }

/**
 * "Dallas, TX 75201", "Dallas, Texas" and "Toronto, ON M5V 2T6" → their parts, also at the end of an address. Null without a known
 * state: "Santa Fe" has none, and "Kansas City" has one only in its name (SPEC C58, C432, C511).
 */
export function parsePlace(cell: string): PlaceParts | null {
  const text = cell.trim()
  const match = text.length > SHORT_LENGTH ? null : PLACE.exec(text)
  if (!match) return null
  const [, before = '', code, name = '', typedZip = ''] = match
  const state = readState(code ?? name)
  const zip = tidyZip(typedZip, state)
  if (!STATES.has(state) || /^\d{1,4}(?!\d)/.test(zip)) return null
  return { city: before.split(',').at(-1)?.trim() ?? '', state, zip }
}

/** "tx" and "Texas" → "TX". Text that is neither stays as it is. */
function readState(typed: string): string {
  return toState(typed.trim()) ?? typed.trim().toUpperCase()
}

const US_ZIP = '\\d{5}(?:-\\d{4})?'
/** A spreadsheet takes 02118 for the number 2118. */
const SHORT_ZIP = '\\d{3,4}(?:-\\d{4})?'
const CANADIAN_CODE = '[A-Z]\\d[A-Z][ -]?\\d[A-Z]\\d'
const PLACE = new RegExp(
  `^(.*?)(?:[\\s,]+([A-Z]{2})\\.?|\\s*,\\s*(${STATE_NAME}))(?:[\\s,]+((?:${US_ZIP}|${SHORT_ZIP})(?:\\.0+)?|${CANADIAN_CODE}))?(?:[\\s,]+(?:USA?|CAN?|MEX?|CANADA|MEXICO|UNITED STATES))?$`,
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
export function tidyZips(
  { name }: Pick<ImportList, 'name'>,
  values: Record<string, unknown>,
): void {
  if (name !== 'loads') return
  for (const { zip, state } of LOAD_PLACES) {
    const [typed, typedState] = [values[zip], values[state]]
    if (typeof typed === 'string' && typed.length <= SHORT_LENGTH)
      values[zip] = tidyZip(typed, typeof typedState === 'string' ? typedState.trim() : '')
  }
}
