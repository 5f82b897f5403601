/**
 * A record's own text as one expression, in which a search is found: the fields that the list shows, in lower case. A line
 * break keeps a search from matching across two fields (SPEC B20).
 *
 * Loads store this text in a column, because a search of 200,000 loads would take seconds to make it. There it begins with the
 * number and ends with the references: each begins after a tab, and a tab ends the last one (SPEC C127). `loads_text_idx`
 * has this column and all links, so that a search reads nothing else.
 */
import { sql } from 'kysely'
import { defaultColumns } from '#core/entities/entity.ts'
import type { Wanted } from '#core/search/search.ts'
import type { Listed, Sql } from '#server/lists/types.ts'

const TEXT_CONTROLS = new Set(['text', 'email', 'emails', 'phone', 'state'])
const STORED_TEXT = 'searchText'

/** Whether the list has a column with its text. */
export function storesText({ internal }: Listed): boolean {
  return internal?.includes(STORED_TEXT) ?? false
}

/** Conditions on `record`: its own text contains the search, in any case. Empty for a list without text. */
export function containsText(listed: Listed, search: string): Sql[] {
  const names = shownFields(listed).filter((name) =>
    TEXT_CONTROLS.has(listed.fields[name]?.control ?? ''),
  )
  if (storesText(listed)) return [isLike(sql.ref(`record.${STORED_TEXT}`), toPattern(search))]
  return names.length ? [containsAny(names, search)] : []
}

/** Conditions on `record`: a number that the list shows, or a reference, begins with the search. */
export function startsNumber(listed: Listed, search: string): Sql[] {
  const start = `${escapeLike(search)}%`
  const stored = sql.ref(`record.${STORED_TEXT}`)
  if (storesText(listed)) return [isLike(stored, start), isLike(stored, `%\t${start}`)]
  return shownFields(listed)
    .filter((name) => listed.fields[name]?.number)
    .map((name) => isLike(lowercase(sql.ref(`record.${name}`)), start))
}

/** A condition on `record`: one of the fields `names` contains the search, in any case. */
export function containsAny(names: readonly string[], search: string): Sql {
  const texts = names.map((name) => sql`coalesce(${sql.ref(`record.${name}`)}, '')`)
  // "default" because ICU, the collation of numbers, lowercases slowly.
  const text = sql`lower((${sql.join(texts, sql` || e'\\n' || `)}) collate "default")`
  return isLike(text, toPattern(search))
}

/** An index has this expression for load numbers (migration 0060): "C" is the order of prefixes. */
export function lowercase(column: Sql): Sql {
  return sql`lower(${column} collate "default") collate "C"`
}

export function shownFields(listed: Listed): string[] {
  return [...new Set(defaultColumns(listed).flatMap((column) => column.fields))]
}

/** Escapes the wildcards of `like`. An apostrophe is any character: "o'brien" finds "O’Brien" (SPEC C461). */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&').replaceAll(/['‘’ʼ`´]/g, '_')
}

export function toPattern(search: string): string {
  return `%${escapeLike(search)}%`
}

function isLike(text: Sql, pattern: string): Sql {
  return sql`${text} like lower(${pattern})`
}

/** A check number is read out whole, so only whole ones are found: an index has them (SPEC C461). */
export function hasReference({ text, amount }: Wanted): Sql {
  return amount === null ? sql`lower(reference) = lower(${text})` : sql`amount = ${amount}::numeric`
}
