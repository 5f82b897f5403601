/** Load numbers, PO numbers and the like, and the few other values that follow a label. */
import { parseDecimal } from '#core/money.ts'
import type { TextMatch } from './days.ts'

/** Reads the value at the start of the text beside a label; null if it doesn't begin with one. */
export type Parse = (text: string) => TextMatch<string> | null

const NUMBER = /^[\s#:.(-]*([A-Z0-9][A-Z0-9-]{2,24}(?:\/[A-Z0-9-]{1,12})?)(?![\w$]|[.,]\d)/i
const PHONE = /^\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}/
const DAY = /^\d{1,4}[/-]\d{1,2}[/-]\d{2,4}/

const STREET =
  /^\s+(?:[\w.'’-]+\s+){0,4}(?:st|street|ave|avenue|rd|road|blvd|boulevard|dr|drive|ln|lane|pkwy|parkway|hwy|highway|way|ct|court|cir|circle|pl|place|plaza|pike|broadway|loop|trail|fwy|freeway|suite|ste|floor)\b/i

/** "PO 4500 8812" can be one number or two. A weight and a count are none. */
const NUMBER_AFTER =
  /^ \d{3,}(?![\w/:.-]|,\d|\s?(?:lbs?|pounds|miles?|mi|pcs|pieces|pallets?|cases)\b)/i

/** At least three digits; not a day, a phone number or an amount, and not an address: "1420 Commerce Parkway". */
export function parseReference(text: string): TextMatch<string> | null {
  const match = NUMBER.exec(text)
  const value = match?.[1] ?? ''
  if (!match || value.replaceAll(/\D/g, '').length < 3) return null
  const from = match[0].indexOf(value)
  const rest = text.slice(from)
  const after = rest.slice(value.length)
  if (PHONE.test(rest) || DAY.test(rest) || STREET.test(after) || NUMBER_AFTER.test(after))
    return null
  return { value, from, to: from + value.length }
}

/** "4500123, 4500124": every number of the list. */
export function parseReferences(text: string): TextMatch<string> | null {
  const first = parseReference(text)
  if (!first) return null
  let { to } = first
  const values = [first.value]
  for (;;) {
    const gap = /^\s*[,;&/]\s*/.exec(text.slice(to))?.[0]
    const next = gap ? parseReference(text.slice(to + gap.length)) : null
    if (!gap || next?.from !== 0 || values.length === MAX_REFERENCES) break
    values.push(next.value)
    to += gap.length + next.to
  }
  return { value: values.join(', '), from: first.from, to }
}

const MAX_REFERENCES = 8

/** A number with or without decimals, "42,000 lbs". Units other than `units` do not match. */
export function parseQuantity(units: RegExp, min: number, max: number): Parse {
  return (text) => {
    const match = /^[\s:]*(\d{1,3}(?:,\d{3})+|\d+)(\.\d{1,2})?(?![\d/-])\s*([a-z#]*)/i.exec(text)
    if (!match || (match[3] && !units.test(match[3]))) return null
    const value = (match[1] ?? '').replaceAll(',', '') + (match[2] ?? '').replace(/\.0+$/, '')
    const hundredths = parseDecimal(value, 2)
    const isInRange =
      hundredths !== null && Number(hundredths) >= min * 100 && Number(hundredths) <= max * 100
    const from = match[0].indexOf(match[1] ?? '')
    return isInRange
      ? { value, from, to: from + (match[1] ?? '').length + (match[2] ?? '').length }
      : null
  }
}

/** What can follow a text on its line: a weight, or a label of one word. */
const KNOWN_LABEL =
  /,?\s[\d,.]+\s?(?:lbs?|pounds|kgs?)\b|\s(?:(?:total|gross|est\.?|trailer|load) )?(?:weight|wt|wgt|pieces|pcs|pallets?|skids?|cases|units|qty|quantity|count|temp(?:erature)?|equipment|equip|trailer|miles|distance|value|po|bol|ref|reference|class|nmfc|length|size|dims|dimensions|mode|hazmat|haz|seal|stackable|driver|truck|phone|tarps?|commodity|rate)\b\.?\s?[:#(]/i

/** A label of one or two words. */
const OTHER_LABEL = /\s[\w./-]+(?:\s[\w./-]+)?\s?[:#]/

/** Reads the text up to the next label. `fits`: the pattern of a valid value. */
export function parseText(fits: RegExp): Parse {
  return (text) => {
    const from = /^[\s:#-]*/.exec(text)?.[0].length ?? 0
    const rest = text.slice(from)
    const end = KNOWN_LABEL.exec(rest)?.index ?? OTHER_LABEL.exec(rest)?.index ?? rest.length
    const value = rest.slice(0, end).trim()
    const isValue =
      value.length >= 2 && value.length <= 60 && fits.test(value) && !rest.endsWith(':')
    return isValue ? { value, from, to: from + value.length } : null
  }
}

/** The carrier's own number of a truck: "101", "T-07". Not "53 ft". */
export function parseUnit(text: string): TextMatch<string> | null {
  const match =
    /^[\s#:]*([A-Z]{0,3}-?\d{1,6}[A-Z]?)(?=\s*(?:$|[,;|/]|trailer|driver|cell|phone))/i.exec(text)
  const value = match?.[1] ?? ''
  const from = match?.[0].indexOf(value) ?? 0
  return match ? { value, from, to: from + value.length } : null
}

/** Two to four names: "Luis Ruiz", "R. Castillo". */
export function parsePerson(text: string): TextMatch<string> | null {
  const match =
    /^[\s:]*((?:[\p{Lu}][\p{L}.'’-]*\s?){2,4})(?=\s*(?:$|[,;|(/]|\d|[Cc]ell|[Pp]hone|[Tt]el\b))/u.exec(
      text,
    )
  const value = (match?.[1] ?? '').trim()
  const isTitle =
    /\b(?:name|phone|cell|number|truck|trailer|info(?:rmation)?|required|must|instructions?|notes?|tbd|assist)\b/i
  if (!match || !/^\p{Lu}/u.test(value) || isTitle.test(value)) return null
  const from = match[0].indexOf(value)
  return { value, from, to: from + value.length }
}
