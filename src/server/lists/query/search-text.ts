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
/** The index of numbers has each five digits in a row (migration 0245). */
const WINDOW = 5

/** Conditions on `record`: its own text contains the search. Empty for a list without text. */
export function containsText(listed: Listed, search: string): Sql[] {
  const text = ownText(listed)
  if (!text) return []
  const indexed = isLong(listed.name) && indexedCondition(text, search)
  // Without `lower`, the index would be read for a pattern that it is slow to find. It comes first, because it is fast for a row.
  if (indexed) return [sql`(${hasText(text, search)} and ${indexed})`]
  return [sql`${text} ilike ${toPattern(search)}`]
}

/** Like `containsText`, but faster for a row that no index finds: most loads have no reference. */
export function containsTextInRow(listed: Listed, search: string): Sql[] {
  const [text, shown] = [ownText(listed), shownText(listed)]
  if (!text || !shown || !listSearched(listed).length) return containsText(listed, search)
  const contains = (one: Sql) => hasText(sql`(${one}) collate "default"`, search)
  return [sql`(${contains(shown)} or ${hasReference(listed)} and ${contains(text)})`]
}

/** Conditions on `record`: one of its references begins with the search. Empty for a list without references. */
export function startsReference(listed: Listed, search: string): Sql[] {
  return listSearched(listed).length ? containsText(listed, `\t${search}`) : []
}

/** Conditions on `record`: one of its references is the search. */
export function isReference(listed: Listed, search: string): Sql[] {
  return listSearched(listed).length ? containsText(listed, `\t${search}\t`) : []
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

/** A condition on `record`, for a list with references. An index has it (migration 0172), as loads often have none. */
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
 * A line break keeps a search from matching across two fields. An index has this expression for loads (migration 0151);
 * "default" because ICU, the collation of numbers, lowercases slowly.
 */
function ownText(listed: Listed): Sql | undefined {
  const shown = shownText(listed)
  const references = listSearched(listed).map(
    (name) => sql` || coalesce(e'\\t' || ${sql.ref(`record.${name}`)}, '')`,
  )
  if (!shown) return undefined
  const end = references.length ? sql` || e'\\t'` : sql``
  return sql`((${shown}${sql.join(references, sql``)}${end}) collate "default")`
}

/** The text that the list shows, without the references; undefined for a list without text. */
function shownText(listed: Listed): Sql | undefined {
  const shown = shownFields(listed)
    .filter((name) => TEXT_CONTROLS.has(listed.fields[name]?.control ?? ''))
    .map((name) => sql`coalesce(${sql.ref(`record.${name}`)}, '')`)
  return shown.length ? sql.join(shown, sql` || e'\\n' || `) : undefined
}

/** A weaker condition that the index of searches finds faster; undefined if there is none. */
function indexedCondition(text: Sql, search: string): Sql | undefined {
  // A word that begins with a letter or digit is a trigram: two spaces come before it.
  if (WORD_START.test(search)) return undefined
  if ([...search].length === 2) return sql`bigrams(${text}) @> array[lower(${search})]`
  const windows = listWindows(search)
  if (windows.length) return sql`digit_windows(${text}) @> ${windows}::text[]`
  // Most numbers begin alike ("L-10"): their last digits occur in fewer records.
  const [digits] = LAST_DIGITS.exec(search) ?? []
  return digits === undefined || digits === search
    ? undefined
    : sql`${text} ilike ${toPattern(digits)}`
}

/** The digits in a row: "L-1000 20" has 1000 and 20. */
function listDigits(search: string): string[] {
  return search.match(ALL_DIGITS) ?? []
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
