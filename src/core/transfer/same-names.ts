/** Which stored record a name of a file probably means (SPEC C435). The user decides. */
import { toNfc } from '#core/to-nfc.ts'
import type { EntityName } from '#core/fields/field.ts'

/** What the names of a file mean, by list and folded name: a stored record, or a new one. */
export type SameRecords = ReadonlyMap<EntityName, ReadonlyMap<string, number | 'new'>>

type Named = { id: number; label: string }

/**
 * Returns the function that finds the only record that a name can mean by its number or its words; null if there is none, or
 * several.
 */
export function openSuggestions<Record extends Named>(to: EntityName, among: readonly Record[]) {
  const steps = (COMPARE[to] ?? []).map(({ read, isSame }) => {
    const labels = among.map((record) => ({ record, words: toWords(read(record.label)) }))
    const byText = Map.groupBy(labels, ({ words }) => words.text)
    return (name: string) => {
      const own = toWords(read(name))
      const equal = own.text === '' ? [] : (byText.get(own.text) ?? [])
      const found = isSame ? labels.filter(({ words }) => isSame(own, words)) : equal
      return found.map(({ record }) => record)
    }
  })
  return (name: string): Record | null => {
    for (const find of steps) {
      const [found, other] = find(name)
      if (found) return other ? null : found
    }
    return null
  }
}

/** `read`: the words of a label in the form in which they are compared. Without `isSame`, their texts must be equal. */
type Compare = {
  read: (label: string) => string[]
  isSame?: (one: Words, other: Words) => boolean
}

/** `text`: the words without spaces. `initials`: "tql" of total quality logistics. */
type Words = { words: string[]; text: string; initials: string }

const UNIT: Compare = { read: (label) => [toUnit(label)] }
const SAME_COMPANY: Compare = { read: toCompany }
const SHORT_COMPANY: Compare = { read: toCompany, isSame: isShortCompany }
const PERSON: Compare = { read: toPerson, isSame: isSamePerson }

/** The surest comparison first. */
const COMPARE: Partial<Record<EntityName, readonly Compare[]>> = {
  trucks: [UNIT],
  trailers: [UNIT],
  loads: [UNIT],
  brokers: [SAME_COMPANY, SHORT_COMPANY],
  owners: [SAME_COMPANY, PERSON, SHORT_COMPANY],
  drivers: [PERSON],
  dispatchers: [PERSON],
}

function toWords(words: string[]): Words {
  return { words, text: words.join(''), initials: words.map(([letter]) => letter).join('') }
}

function isEqual(one: string, other: string): boolean {
  return one !== '' && one === other
}

/** "Truck #007", "007" and "7" → "7"; "1.00E+05" and "1E5" → "100000": what a spreadsheet makes of them. */
function toUnit(label: string): string {
  const text = label
    .trim()
    .replace(/^(?:(?:truck|unit|tractor|trk|trailer|trl|no\.?|number|load)\b|#|\s)+/i, '')
  if (/^\d+(?:\.\d+)?E[+-]?\d{1,2}$/i.test(text)) return String(Number(text))
  const bare = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  return /^\d+$/.test(bare) ? bare.replace(/^0+(?=\d)/, '') : bare
}

const COMPANY_ENDS = /^(?:llc|inc|incorporated|corp|corporation|co|company|ltd|limited|lp|llp|the)$/

/** "C.H. Robinson, Inc." → ["ch", "robinson"]. */
function toCompany(label: string): string[] {
  const words = fold(label)
    .replaceAll(/(?<=\b\p{L})\.\s*(?=\p{L}\b)/gu, '')
    .replaceAll(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  const kept = words.filter((word) => !COMPANY_ENDS.test(word))
  return kept.length ? kept : words
}

/** "CH Robinson" for "C.H. Robinson Worldwide", "TQL" for "Total Quality Logistics". */
function isShortCompany(one: Words, other: Words): boolean {
  const [short, long] = one.text.length <= other.text.length ? [one, other] : [other, one]
  const start = short.text
  if (long.words.length > 2 && isEqual(start, long.initials)) return true
  if (start.length < 6 || !long.text.startsWith(start)) return false
  return long.words.slice(0, short.words.length).join('') === start
}

/** "Luis R.", "L. Ramirez" and "Ramirez, Luis" for "Luis Ramirez". */
function isSamePerson(one: Words, other: Words): boolean {
  if (one.words.length < 2 || other.words.length < 2) return isEqual(one.text, other.text)
  const [first, last] = [one.words.at(0) ?? '', one.words.at(-1) ?? '']
  const [otherFirst, otherLast] = [other.words.at(0) ?? '', other.words.at(-1) ?? '']
  const isFull = first === otherFirst || last === otherLast
  return isFull && isSameOrInitial(first, otherFirst) && isSameOrInitial(last, otherLast)
}

function toPerson(label: string): string[] {
  const [last, first, ...rest] = label.split(',')
  const inOrder = first && !rest.length ? `${first} ${last}` : label
  return fold(inOrder)
    .replaceAll(/['’.]/g, ' ')
    .split(/[^\p{L}\p{N}-]+/u)
    .filter((word) => word && !/^(?:jr|sr|ii|iii|iv)$/.test(word))
}

function isSameOrInitial(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  return short === long || (short.length === 1 && long.startsWith(short))
}

/** Without case and accents. */
function fold(text: string): string {
  return toNfc(text.trim()).normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
