/** The values of a field's type in a text (SPEC C145). */
import type { Day } from '#core/calendar.ts'
import { FIELD_LABELS } from '#core/confirmations/field-labels.ts'
import { findAmounts } from '#core/confirmations/values/amounts.ts'
import { findDays, findTimes, type TextMatch } from '#core/confirmations/values/days.ts'
import { isCity, parsePrintedPlace } from '#core/confirmations/values/places.ts'
import { parseReferences, type Parse } from '#core/confirmations/values/references.ts'
import { isState } from '#core/confirmations/values/zip-states.ts'
import { parseAmount, toAmount } from '#core/money.ts'
import type { PointedField } from './taught-layout.ts'

type FieldType =
  | 'reference'
  | 'total'
  | 'day'
  | 'time'
  | 'city'
  | 'state'
  | 'zip'
  | 'cargo'
  | 'quantity'

/** The names of the types in messages: "“ACME” is not a dollar amount". */
export const TYPE_NAMES: Record<FieldType, string> = {
  reference: 'a number with at least three digits',
  total: 'a dollar amount',
  day: 'a date with its year, at most a year away',
  time: 'a time or a window of two times',
  city: 'a city',
  state: 'a state as two capital letters',
  zip: 'a ZIP code',
  cargo: 'the name of a commodity',
  quantity: 'a number in this field’s range',
}

export function typeOf(name: PointedField): FieldType {
  if (name === 'total') return 'total'
  if (name === 'cargoType') return 'cargo'
  if (name === 'weight' || name === 'pieces' || name === 'miles') return 'quantity'
  const end = /(?:City|State|Zip|Date|Time)$/.exec(name)?.[0]
  if (end === 'City') return 'city'
  if (end === 'State') return 'state'
  if (end === 'Zip') return 'zip'
  if (end === 'Date') return 'day'
  return end === 'Time' ? 'time' : 'reference'
}

/** The values of a field in a text, from left to right. */
export function findValues(name: PointedField, text: string, today: Day): TextMatch<string>[] {
  switch (typeOf(name)) {
    case 'total':
      return findTotals(text)
    case 'day':
      return findDays(text, today)
    case 'time':
      return findWindow(text)
    case 'city':
      return findInPlace(text, 'city')
    case 'state':
      return findInPlace(text, 'state')
    case 'zip':
      return findInPlace(text, 'zip')
    case 'reference':
      return parseAtWords(text, parseReferences)
    case 'cargo':
      return findCargo(text)
    case 'quantity':
      return parseAtWords(text, FIELD_LABELS[name as 'weight' | 'pieces' | 'miles'].parse)
  }
}

/** A whole text can be an amount without a dollar sign and cents: "1,450". */
function findTotals(text: string): TextMatch<string>[] {
  const amounts = findAmounts(text).filter(({ value }) => value > 0n)
  if (amounts.length) return amounts.map(({ value, ...at }) => ({ ...at, value: toAmount(value) }))
  const plain = /^\s*(\d{1,3}(?:,\d{3})+|\d{2,7})\s*(?:USD)?\s*$/i.exec(text)
  const cents = parseAmount((plain?.[1] ?? '').replaceAll(',', ''))
  if (!plain?.[1] || !cents || cents <= 0n) return []
  const from = text.indexOf(plain[1])
  return [{ value: toAmount(cents), from, to: from + plain[1].length }]
}

/** One time, or two as a window. In "1:00-3:00 pm" the first can be in the morning or in the afternoon. */
function findWindow(text: string): TextMatch<string>[] {
  const times = findTimes(text, true)
  const [first, second] = times
  if (!first || !second) return times
  const halves = times.map(({ from, to }) => /m\b\.?$/i.test(text.slice(from, to)))
  const isWindow = times.length === 2 && first.value < second.value && halves[0] === halves[1]
  if (!isWindow) return times
  return [{ value: `${first.value}-${second.value}`, from: first.from, to: second.to }]
}

/** Finds the part of a place in "100 Main St, Dallas, TX 75201", else in a text that has only this part. */
function findInPlace(text: string, part: PlacePart): TextMatch<string>[] {
  const printed = findPrintedPart(text, part)
  if (printed) return printed
  const from = /^.*:\s*/.exec(text)?.[0].length ?? 0
  const alone = text.slice(from).replace(/[\s,.]+$/, '')
  if (!IS_WHOLE[part](alone)) return []
  const value = part === 'zip' ? alone.slice(0, 5) : alone
  return [{ value, from, to: from + value.length }]
}

type PlacePart = 'city' | 'state' | 'zip'

const IS_WHOLE: Record<PlacePart, (text: string) => boolean> = {
  city: isCity,
  state: isState,
  zip: (text) => /^\d{5}(?:-\d{4})?$/.test(text),
}

/** Null if the text is not a place. */
function findPrintedPart(text: string, part: PlacePart): TextMatch<string>[] | null {
  for (const start of startsOfWords(text)) {
    const place = parsePrintedPlace(text.slice(start))
    if (!place) continue
    const value = place[part]
    const from = start + place[`${part}At`]
    return value ? [{ value, from, to: from + value.length }] : []
  }
  return null
}

/** Finds values in a block without labels. A city counts only in a whole place, because a name can look like a city. */
export function findClearValues(name: PointedField, text: string, today: Day): TextMatch<string>[] {
  const type = typeOf(name)
  const isPlace = type === 'city' || type === 'state' || type === 'zip'
  return isPlace ? (findPrintedPart(text, type) ?? []) : findValues(name, text, today)
}

/** Reads the text after each label, or the whole text if it has no label. */
function findCargo(text: string): TextMatch<string>[] {
  const starts = [...text.matchAll(/[:#]\s+/g)].map((match) => match.index + match[0].length)
  return (starts.length ? starts : [0]).flatMap((start) => {
    const value = FIELD_LABELS.cargoType.parse(text.slice(start))
    return value ? [{ ...value, from: start + value.from, to: start + value.to }] : []
  })
}

function parseAtWords(text: string, parse: Parse): TextMatch<string>[] {
  const found: TextMatch<string>[] = []
  for (const start of startsOfWords(text)) {
    if (start < (found.at(-1)?.to ?? 0)) continue
    const value = parse(text.slice(start))
    if (value) found.push({ ...value, from: start + value.from, to: start + value.to })
  }
  return found
}

function startsOfWords(text: string): number[] {
  return [...text.matchAll(/\S+/g)].map(({ index }) => index)
}
