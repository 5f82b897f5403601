/** "100 Main St, Dallas, TX 75201" and shorter forms. Text that only looks like a place ("DEATH, OR") is not one. */
import { DAY_TEXT } from './days.ts'
import { isProvince, isZipOf, POSTAL_CODE, STATE_NAME, toState } from './zip-states.ts'

/**
 * `city`: blank if it can't be separated from the street. `before`: the text before the city. `printed`: the state as it is
 * printed, a code or a name. The others are positions.
 */
export type FoundPlace = {
  before: string
  city: string
  state: string
  printed: string
  zip: string
  cityAt: number
  stateAt: number
  zipAt: number
}

const COUNTRY = 'USA?|U\\.S\\.A?\\.?|United States(?: of America)?|Canada|CAN?'

const END = new RegExp(
  `(?<gap>,?\\s*)\\b(?<printed>[A-Z]{2}|(?:${anyCase(STATE_NAME)}))\\.?` +
    `(?:[\\s,-]+(?<zip>\\d{5}(?!\\d)|${POSTAL_CODE})(?:-\\d{4})?)?(?:[\\s,(]+(?:${COUNTRY})\\)?)?[\\s,.;]*$`,
)

/** Longer texts are sentences. */
const LONGEST = 120

const CITY = /^[A-Z][A-Za-z.'’-]*(?: (?:[A-Z][A-Za-z.'’-]*|of|du|de|la|del|and)){0,4}$/

/** Words of terms that come before "or", "in" and "me" in capitals. */
const NO_CITY =
  /\b(state|federal|municipal|local|death|injury|damage|loss|theft|delay|property|person|carrier|broker|shipper|consignee|receiver|driver|going|depending|based|to|from|call|check|sign|drop|pick|pickup|delivery|delivers?|trailer|truck|load|late|early|only|on|at)\b/i

/** Words of a company: "Lakeshore Foods Dallas, TX" has no clear city. */
const COMPANY_WORD =
  /\b(?:foods?|inc|llc|corp|company|warehouse|distribution|distributors|logistics|freight|transport|trucking|supply|manufacturing|mfg|packaging|plant|markets?|produce|products|storage|industries|stores?|dc|bldg|building|suite|dock)\b/i

/** A street ends here. Not "St": "100 Port St Lucie". */
const STREET_END =
  /\b(?:Ave|Avenue|Rd|Road|Blvd|Boulevard|Dr|Drive|Ln|Lane|Pkwy|Parkway|Hwy|Highway|Way|Ct|Court|Cir|Circle|Street)\b\.?/gi

/**
 * The place in a text that also has days and times: "PU 11/23 @ 0800 Acme, Dallas, TX" and "Dallas, TX on 11/23 at 9 AM".
 * `from`: where the text of the place begins.
 */
export function findPrintedPlace(text: string): { place: FoundPlace; from: number } | null {
  for (const piece of splitAtDays(text)) {
    const place = parsePrintedPlace(piece.text) ?? parsePrintedPlace(beforeName(piece.text))
    if (place) return { place, from: piece.index }
  }
  return null
}

/** "Pine Bluff, AR 71601 — Delta Seed" and "Ocala FL 34474 Citrus One": up to the name of the company. Blank if none follows. */
function beforeName(text: string): string {
  return PLACE_FIRST.exec(text)?.[1] ?? ''
}

const PLACE_FIRST = /^([A-Z][A-Za-z.'’ -]+,? [A-Z]{2} \d{5}(?:-\d{4})?)(?:\s*[—–-])?\s+[A-Z]/

function splitAtDays(text: string): { index: number; text: string }[] {
  if (!DAY_OR_TIME.test(text)) return [{ index: 0, text }]
  const pieces: { index: number; text: string }[] = []
  let from = 0
  for (const match of [
    ...text.matchAll(new RegExp(DAY_OR_TIME, 'gi')),
    { index: text.length, 0: '' },
  ]) {
    const piece = text.slice(from, match.index)
    const start = /^[\s,;:@()|/·–-]*/.exec(piece)?.[0].length ?? 0
    const trimmed = piece
      .slice(start)
      .replace(/(?:[\s,;:@(|·–-]|\s\/|\b(?:on|at|by|from|for|appt|appointment|date|time))*$/i, '')
    if (trimmed) pieces.push({ index: from + start, text: trimmed })
    from = match.index + match[0].length
  }
  return pieces
}

const DAY_OR_TIME = new RegExp(
  `(?<![\\d/.-])${DAY_TEXT}(?:,?\\s+20\\d\\d)?|(?<![\\d:#])(?:\\d{1,2}:\\d\\d(?:\\s?[ap]\\.?m)?|\\d{1,2}\\s?[ap]\\.?m|(?<=@\\s?)\\d{4}|\\d{4}-\\d{4})(?![\\d])`,
  'i',
)

/** The whole text must be a place, with a comma before the state or a ZIP code of that state after it. */
export function parsePrintedPlace(text: string): FoundPlace | null {
  const match = text.length > LONGEST ? null : END.exec(text)
  const { gap = '', printed = '', zip = '' } = match?.groups ?? {}
  const state = toState(printed)
  if (!match || state === null) return null
  const head = text.slice(0, match.index)
  const isAfterComma = gap.startsWith(',') || isAfterName(head, printed)
  if (zip ? !isZipOf(zip, state) : !isAfterComma || !isClearWithoutZip(state)) return null
  const stateAt = match.index + match[0].indexOf(printed, gap.length)
  const zipAt = zip ? match.index + match[0].lastIndexOf(zip) : -1
  const found = { state, printed, zip, stateAt, zipAt }
  const cityAt = findCity(head)
  if (cityAt === null) return zip && /\d/.test(head) ? { ...found, ...noCity(head) } : null
  return {
    ...found,
    before: trimEnd(head.slice(0, cityAt)).replace(/\s[–—-]$/, ''),
    city: head.slice(cityAt).trim(),
    cityAt,
  }
}

/** "Arden Steel, Dallas TX": a comma before the city shows it, if the state can't be a word. */
function isAfterName(head: string, printed: string): boolean {
  const city = /^.*[a-z].*, ([A-Z][a-z.'’-]+(?: [A-Z][a-z.'’-]+)?)$/.exec(head)?.[1]
  return city !== undefined && /^[A-Z]{2}$/.test(printed) && !WORDS.test(printed)
}

/** Codes of states that are words or other abbreviations too. */
const WORDS = /^(?:IN|OR|ME|OK|HI|CO|AL|LA|MA|PA|ID|DE|OH|MS|MD|MT|CT|ON|SC|NE|AR|IL)$/

/** "Monterrey, NL" is in Mexico. */
function isClearWithoutZip(state: string): boolean {
  return !isProvince(state) || state !== 'NL'
}

/** Matches the words in capitals, or with a capital at the start of each. */
export function anyCase(words: string): string {
  const capitals = words.replaceAll(/(?<![a-zé])[a-z]/g, (letter) => letter.toUpperCase())
  return `${capitals}|${words.toUpperCase()}`
}

function noCity(head: string) {
  return { before: trimEnd(head), city: '', cityAt: -1 }
}

/** Where the city begins; null if that is unclear. */
function findCity(head: string): number | null {
  // "Acme Foods - Dallas, TX".
  const dash = [...head.matchAll(/\s[–—-]\s/g)].at(-1)
  const comma = Math.max(head.lastIndexOf(','), dash ? dash.index + 1 : -1)
  const from = comma + 1 + (/^\s*/.exec(head.slice(comma + 1))?.[0].length ?? 0)
  if (isCity(head.slice(from))) return from
  const streetEnds = [...head.matchAll(STREET_END)]
  const [end] = streetEnds
  if (!end || streetEnds.length > 1 || /\bSte?\b/i.test(head) || !/^\d/.test(head)) return null
  const after = end.index + end[0].length
  const at = after + (/^\s*/.exec(head.slice(after))?.[0].length ?? 0)
  return isCity(head.slice(at)) && !/^(N|S|E|W|NE|NW|SE|SW)\b/.test(head.slice(at)) ? at : null
}

export function isCity(text: string): boolean {
  const city = text.trim()
  return city.length >= 3 && CITY.test(city) && !NO_CITY.test(city) && !COMPANY_WORD.test(city)
}

/** One word, or two of which the first only begins the name of a city: "San Antonio". */
export function isPlainCity(city: string): boolean {
  const [first = '', ...others] = city.split(' ')
  return (
    others.length === 0 ||
    (others.length === 1 && CITY_START.test(first)) ||
    /^salt lake city$/i.test(city)
  )
}

const CITY_START =
  /^(?:San|Santa|Los|Las|La|El|New|Fort|Ft\.?|Saint|St\.?|Mount|Mt\.?|North|South|East|West|Baton|Little|Kansas|Oklahoma|Iowa|Jersey|Des|Grand|Salt|Cedar|Sioux|Green|Corpus|Rock|Long|Palm|Council|Virginia)$/i

function trimEnd(text: string): string {
  return text.replace(/[\s,]+$/, '')
}
