/**
 * A record's own text as one expression, in which a search is found: the fields that the list shows, then references, such
 * as PO numbers. A reference begins after a tab, and another tab ends it (SPEC B20, C127).
 */
import { sql } from 'kysely'
import { defaultColumns } from '#core/entities/entity.ts'
import { isLong } from '#server/lists/indexed.ts'
import type { Listed, Sql } from '#server/lists/types.ts'

const TEXT_CONTROLS = new Set(['text', 'email', 'phone', 'state'])

/** The search is for a number if it ends in this many digits. */
export const LAST_DIGITS = /\d{4,}$/
const WORD_START = /^\t[\p{L}\p{N}]$/u
const ALL_DIGITS = /\d+/g
const ASCII_WITHOUT_DIGITS = /^[ -/:-~]+$/
const LONGEST_STATE = 2
/** The index of numbers has each five digits in a row (migration 0245). */
const WINDOW = 5

/** Conditions on `record`: its own text contains the search. Empty for a list without text. */
export function containsText(listed: Listed, search: string): Sql[] {
  const text = ownText(listed)
  if (!text) return []
  if (!isLong(listed.name)) return [sql`${text} ilike ${toPattern(search)}`]
  const parts = [placesText(listed), numbersText(listed)].filter((part) => part !== undefined)
  // The text that is more likely to contain the search comes first: the other is not read then.
  const ordered = listDigits(search).length ? parts.toReversed() : parts
  return [containsIndexed(text, text, ordered, search)]
}

/** Conditions on `record` that an index serves: one of its numbers or references contains the search. */
export function containsIndexedNumber(listed: Listed, search: string): Sql[] {
  const [text, numbers] = [ownText(listed), numbersText(listed)]
  return text && numbers ? [containsIndexed(numbers, text, [numbers], search)] : []
}

/** Like `containsText`, but faster for a row that no index finds: most loads have no reference. */
export function containsTextInRow(listed: Listed, search: string): Sql[] {
  const [shown, numbers] = [joinLines(listTexts(listed)), numbersText(listed)]
  if (!shown || !numbers || !listSearched(listed).length) return containsText(listed, search)
  const contains = (one: Sql) => hasText(sql`(${one}) collate "default"`, search)
  return [sql`(${contains(shown)} or ${hasReference(listed)} and ${contains(numbers)})`]
}

/** Conditions on `record`: one of its references begins with the search. Empty for a list without references. */
export function startsReference(listed: Listed, search: string): Sql[] {
  return listSearched(listed).length ? containsIndexedNumber(listed, `\t${search}`) : []
}

/** Conditions on `record`: one of its references is the search. */
export function isReference(listed: Listed, search: string): Sql[] {
  return listSearched(listed).length ? containsIndexedNumber(listed, `\t${search}\t`) : []
}

/** A condition on `record`: one of the fields `names`, or a reference, contains the search. Read for each row. */
export function containsNumber(listed: Listed, names: readonly string[], search: string): Sql {
  const contains = (texts: readonly string[]) => {
    const text = texts.map((name) => sql`coalesce(${sql.ref(`record.${name}`)}, '')`)
    return hasText(sql`(${sql.join(text, sql` || e'\\n' || `)}) collate "default"`, search)
  }
  const references = listSearched(listed)
  if (!references.length) return contains(names)
  return sql`(${contains(names)} or ${hasReference(listed)} and ${contains(references)})`
}

/** A condition on `record`, for a list with references. An index has it (migration 0172), because most loads have none. */
export function hasReference(listed: Listed): Sql {
  const given = listSearched(listed).map((name) => sql`${sql.ref(`record.${name}`)} is not null`)
  return sql`(${sql.join(given, sql` or `)})`
}

/**
 * A condition: `text` contains the search, in any case. Its digits are looked for first: `lower` takes most of the
 * time, and no letter becomes a digit. With `like`, an index would be read for them.
 */
export function hasText(text: Sql, search: string): Sql {
  const contains = sql`lower(${text}) like lower(${toPattern(search)})`
  const [digits] = listDigits(search).toSorted((one, other) => other.length - one.length)
  if (digits === undefined) return contains
  const hasDigits = sql`strpos(${text}, ${digits}) > 0`
  return digits === search ? hasDigits : sql`(${hasDigits} and ${contains})`
}

export function shownFields(listed: Listed): string[] {
  return [...new Set(defaultColumns(listed).flatMap((column) => column.fields))]
}

/** Escapes the wildcards of `like`. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&')
}

export function toPattern(search: string): string {
  return `%${escapeLike(search)}%`
}

/** The fields with references. */
export function listSearched({ fields }: Pick<Listed, 'fields'>): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.searched)
}

/**
 * Both texts. A line break keeps a search from matching across two fields. Indexes have this expression for loads (migrations 0245 and 0325);
 * "default" because ICU, the collation of numbers, lowercases slowly.
 */
function ownText(listed: Listed): Sql | undefined {
  const shown = joinLines(listTexts(listed))
  return shown && sql`((${shown}${joinReferences(listed)}) collate "default")`
}

/**
 * The shown text other than numbers, such as cities. The index of searches has this expression for loads (migration
 * 0325).
 */
function placesText(listed: Listed): Sql | undefined {
  const places = joinLines(listTexts(listed).filter((name) => !listed.fields[name]?.number))
  return places && sql`((${places}) collate "default")`
}

/** The shown numbers, then the references. The index of searches has this expression for loads (migration 0325). */
function numbersText(listed: Listed): Sql | undefined {
  const numbers = joinLines(listTexts(listed).filter((name) => listed.fields[name]?.number))
  return numbers && sql`((${numbers}${joinReferences(listed)}) collate "default")`
}

/** The fields with text that the list shows, without the references. */
function listTexts(listed: Listed): string[] {
  return shownFields(listed).filter((name) => TEXT_CONTROLS.has(listed.fields[name]?.control ?? ''))
}

function joinLines(names: readonly string[]): Sql | undefined {
  const texts = names.map((name) => sql`coalesce(${sql.ref(`record.${name}`)}, '')`)
  return texts.length ? sql.join(texts, sql` || e'\\n' || `) : undefined
}

/** ` || …`: each reference begins after a tab, and a tab ends the last one. Empty for a list without references. */
function joinReferences(listed: Listed): Sql {
  const references = listSearched(listed).map(
    (name) => sql` || coalesce(e'\\t' || ${sql.ref(`record.${name}`)}, '')`,
  )
  return references.length ? sql`${sql.join(references, sql``)} || e'\\t'` : sql``
}

/**
 * A condition that an index serves: `text` contains the search. `indexed`: the text of the indexes for short searches and for
 * digits. `parts`: the texts in the index of searches. What `text` contains, one of them contains too.
 */
function containsIndexed(text: Sql, indexed: Sql, parts: Sql[], search: string): Sql {
  const contains = (part: string) =>
    sql`(${sql.join(
      parts.map((one) => sql`${one} ilike ${toPattern(part)}`),
      sql` or `,
    )})`
  const faster = fasterCondition(indexed, parts, search)
  // `hasText` uses `lower`, so that the index is not read for a pattern that it is slow to find. It comes first, because it
  // is fast for a single row.
  if (faster) return sql`(${hasText(text, search)} and ${faster})`
  // Most numbers begin alike ("L-10"): their last digits occur in fewer records.
  const [digits] = WORD_START.test(search) ? [] : (LAST_DIGITS.exec(search) ?? [])
  if (digits === undefined || digits === search) return contains(search)
  return sql`(${hasText(text, search)} and ${contains(digits)})`
}

/** A weaker condition that indexes other than the index of searches serve; undefined if there is none. */
function fasterCondition(text: Sql, parts: Sql[], search: string): Sql | undefined {
  // The beginning of a word is a trigram: two spaces, then a letter or digit.
  if (WORD_START.test(search)) return undefined
  if ([...search].length === 2) return sql`bigrams(${text}) @> array[lower(${search})]`
  const windows = listWindows(search)
  if (windows.length) return sql`digit_windows(${text}) @> ${windows}::text[]`
  // If only numbers are searched, trigrams are enough: numbers seldom contain the words of a search.
  const pairs = parts.length > 1 ? listSpacePairs(search) : []
  const lower = pairs.map((pair) => sql`lower(${pair})`)
  return pairs.length ? sql`bigrams(${text}) @> array[${sql.join(lower)}]` : undefined
}

/** The digits in a row: "L-1000 20" has 1000 and 20. */
function listDigits(search: string): string[] {
  return search.match(ALL_DIGITS) ?? []
}

/**
 * The pairs of neighbors with a space: "Dallas TX" has "s " and " T". Trigrams do not tell a space from the end of a line, so
 * every load from Dallas, TX has the trigrams of "Dallas TX". Empty if no word is as short as a state, because few loads have
 * several longer words together. Empty with digits, which trigrams find, and with letters outside ASCII, whose lowercase can
 * differ between a pair and a text.
 */
function listSpacePairs(search: string): string[] {
  const isLongWords = search.split(' ').every((word) => word.length > LONGEST_STATE)
  if (isLongWords || !ASCII_WITHOUT_DIGITS.test(search)) return []
  const characters = [...search]
  const pairs = characters.slice(1).map((second, at) => `${characters[at]}${second}`)
  return [...new Set(pairs.filter((pair) => pair.includes(' ')))]
}

/** Each five digits in a row: "L-100050" has 10005 and 00050. */
function listWindows(search: string): string[] {
  const windows = listDigits(search).flatMap((digits) =>
    Array.from({ length: Math.max(0, digits.length - WINDOW + 1) }, (_, at) =>
      digits.slice(at, at + WINDOW),
    ),
  )
  return [...new Set(windows)]
}
