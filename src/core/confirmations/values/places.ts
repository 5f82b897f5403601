/** "100 Main St, Dallas, TX 75201" and shorter forms. Text that only looks like a place ("DEATH, OR") is not one. */
import { isState, isZipOf } from './zip-states.ts'

/** `city`: blank if it can't be separated from the street. `before`: the text before the city. The others are positions. */
export type FoundPlace = {
  before: string
  city: string
  state: string
  zip: string
  cityAt: number
  stateAt: number
  zipAt: number
}

const END =
  /(,?\s*)\b([A-Z]{2})\.?(?:[\s,]+(\d{5})(?:-\d{4})?)?(?:[\s,]+(?:USA?|U\.S\.A?\.?|United States))?[\s,]*$/

/** Longer texts are sentences. */
const LONGEST = 90

const CITY = /^[A-Z][A-Za-z.'’-]*(?: (?:[A-Z][A-Za-z.'’-]*|of|du|de|la|del|and)){0,4}$/

/** Words of terms that come before "or", "in" and "me" in capitals. */
const NO_CITY =
  /\b(state|federal|municipal|local|death|injury|damage|loss|theft|delay|property|person|carrier|broker|shipper|consignee|receiver|driver|going|to|from|call|check|sign|drop|trailer|truck|load|late|early|only)\b/i

/** A street ends here. Not "St": "100 Port St Lucie". */
const STREET_END =
  /\b(?:Ave|Avenue|Rd|Road|Blvd|Boulevard|Dr|Drive|Ln|Lane|Pkwy|Parkway|Hwy|Highway|Way|Ct|Court|Cir|Circle|Street)\b\.?/gi

/** The whole text must be a place, with a comma before the state or a ZIP code of that state after it. */
export function parsePrintedPlace(text: string): FoundPlace | null {
  const match = text.length > LONGEST ? null : END.exec(text)
  const [all = '', gap = '', state = '', zip = ''] = match ?? []
  if (!match || !isState(state)) return null
  if (zip ? !isZipOf(zip, state) : !gap.startsWith(',')) return null
  const head = text.slice(0, match.index)
  const stateAt = match.index + all.indexOf(state, gap.length)
  const zipAt = zip ? match.index + all.lastIndexOf(zip) : -1
  const found = { state, zip, stateAt, zipAt }
  const cityAt = findCity(head)
  if (cityAt === null) return zip && /\d/.test(head) ? { ...found, ...noCity(head) } : null
  return {
    ...found,
    before: trimEnd(head.slice(0, cityAt)),
    city: head.slice(cityAt).trim(),
    cityAt,
  }
}

function noCity(head: string) {
  return { before: trimEnd(head), city: '', cityAt: -1 }
}

/** Where the city begins; null if that is unclear. */
function findCity(head: string): number | null {
  const comma = head.lastIndexOf(',')
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
  return city.length >= 3 && CITY.test(city) && !NO_CITY.test(city)
}

function trimEnd(text: string): string {
  return text.replace(/[\s,]+$/, '')
}
