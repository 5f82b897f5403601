/**
 * Searches the text that a list shows, and the labels of linked records, shown or not. One character finds
 * the numbers that begin with it (SPEC B20).
 */
import { sql } from 'kysely'
import { defaultColumns, listReferences } from '#core/entities/entity.ts'
import { getEntity } from '#core/entities/entities.ts'
import { isSingleCharacter } from '#core/search/search.ts'
import type { Database, Work } from '#server/database/open.ts'
import { isLong } from '#server/lists/indexed.ts'
import type { Listed, ListQuery, SearchedQuery, Sql } from '#server/lists/types.ts'

const TEXT_CONTROLS = new Set(['text', 'email', 'phone', 'state'])

/** The search is for a number if it ends in this many digits. */
const LAST_DIGITS = /\d{4,}$/
const FEW_NUMBERS = 1_000
/** Fits an integer column. */
const WHOLE_NUMBER = /^\d{1,9}$/

/**
 * Looks up the search in the linked records. In one statement with the list, PostgreSQL expects thousands of
 * linked records and reads every load.
 */
export async function lookUpSearch(
  work: Database | Work,
  listed: Listed,
  userId: string,
  query: ListQuery,
): Promise<SearchedQuery> {
  const { search } = query
  if (!search) return { ...query, linked: {}, startsFewNumbers: false }
  const lookup = sql<{ found: Record<string, number[]>; numbers: number }>`
    select ${selectFound(listed, userId, search)} as found,
      ${countNumbers(listed, userId, search)} as numbers`
  const [row] = (await lookup.execute(work)).rows
  const { found = {}, numbers = 0 } = row ?? {}
  const linked = listReferences(listed.fields).map(
    ({ name, to }) => [name, found[to] ?? []] as const,
  )
  const matching = linked.filter(([, ids]) => ids.length)
  const startsFewNumbers = numbers > 0 && numbers < FEW_NUMBERS
  return { ...query, linked: Object.fromEntries(matching), startsFewNumbers }
}

/** A condition on `record`. */
export function searchCondition(listed: Listed, { search, linked }: SearchedQuery): Sql {
  const names = shownFields(listed)
  const own = isSingleCharacter(search)
    ? listNumbers(listed, names).map((name) => startsWith(sql.ref(`record.${name}`), search))
    : containsText(listed, search)
  const links = Object.entries(linked).map(
    ([name, ids]) => sql`${sql.ref(`record.${name}`)} = any(${ids})`,
  )
  const conditions = [...own, ...equalsCount(names, listed, search), ...links]
  return conditions.length ? sql`(${sql.join(conditions, sql` or `)})` : sql`false`
}

/** An index has this expression for load numbers (migration 0060): "C" is the order of prefixes. */
export function lowercase(column: Sql): Sql {
  return sql`lower(${column} collate "default") collate "C"`
}

/** Escapes the wildcards of `like`. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&')
}

/** A whole number is searched for its exact value: "37" finds statement 37. */
function equalsCount(names: string[], { fields }: Listed, search: string): Sql[] {
  if (!WHOLE_NUMBER.test(search)) return []
  return names
    .filter((name) => fields[name]?.control === 'count')
    .map((name) => sql`${sql.ref(`record.${name}`)} = ${Number(search)}`)
}

function startsWith(column: Sql, search: string): Sql {
  return sql`${lowercase(column)} like lower(${`${escapeLike(search)}%`})`
}

/** Conditions on `record`: its own text contains the search. Empty for a list without text. */
export function containsText(listed: Listed, search: string): Sql[] {
  const names = shownFields(listed).filter((name) =>
    TEXT_CONTROLS.has(listed.fields[name]?.control ?? ''),
  )
  if (!names.length) return []
  const text = joinText(names)
  const indexed = isLong(listed.name) && indexedCondition(text, search)
  // Without `lower`, the index would be read for a pattern that it is slow to find.
  if (indexed) return [sql`(${indexed} and lower(${text}) like lower(${toPattern(search)}))`]
  return [sql`${text} ilike ${toPattern(search)}`]
}

/** A weaker condition that the index of searches finds faster; undefined if there is none. */
function indexedCondition(text: Sql, search: string): Sql | undefined {
  if ([...search].length === 2) return sql`bigrams(${text}) @> array[lower(${search})]`
  // Most numbers begin alike ("L-10"): their last digits occur in fewer records.
  const [digits] = LAST_DIGITS.exec(search) ?? []
  return digits === undefined || digits === search
    ? undefined
    : sql`${text} ilike ${toPattern(digits)}`
}

/**
 * The fields as one text. A line break keeps a search from matching across two fields. An index has this
 * expression for loads (migration 0062); "default" because ICU, the collation of numbers, lowercases slowly.
 */
function joinText(names: string[]): Sql {
  const texts = names.map((name) => sql`coalesce(${sql.ref(`record.${name}`)}, '')`)
  return sql`((${sql.join(texts, sql` || e'\\n' || `)}) collate "default")`
}

/** `json`: for each linked table the IDs of the records whose label matches. */
function selectFound({ fields }: Listed, userId: string, search: string): Sql {
  const tables = [...new Set(listReferences(fields).map(({ to }) => to))]
    .map(getEntity)
    .filter((to) => !isSingleCharacter(search) || to.fields[to.label]?.number)
  const pairs = tables.map((to) => {
    const label = sql.ref(to.label)
    const matches = isSingleCharacter(search)
      ? startsWith(label, search)
      : sql`lower(${label} collate "default") like lower(${toPattern(search)})`
    // "offset 0": the account first. PostgreSQL would compare the text of every account's records.
    return sql`${sql.lit(to.name)}, array(select id from (select id, ${label} from ${sql.table(to.name)}
      where user_id = ${userId} offset 0) as own where ${matches})`
  })
  return sql`json_build_object(${sql.join(pairs)})`
}

/** Counts the numbers that begin with the search, up to FEW_NUMBERS; 0 unless the search is for a number. */
function countNumbers(listed: Listed, userId: string, search: string): Sql {
  const [number] = listNumbers(listed, shownFields(listed))
  if (!number || !isLong(listed.name) || !LAST_DIGITS.test(search)) return sql`0`
  const column = sql.ref(`record.${number}`)
  // Unsorted, PostgreSQL would read the table until it has enough.
  return sql`(select count(*) from (select from ${sql.table(listed.name)} as record
    where record.user_id = ${userId} and ${startsWith(column, search)}
    order by ${lowercase(column)} limit ${FEW_NUMBERS}) as numbered)`
}

function toPattern(search: string): string {
  return `%${escapeLike(search)}%`
}

function listNumbers({ fields }: Listed, names: string[]): string[] {
  return names.filter((name) => fields[name]?.number)
}

function shownFields(listed: Listed): string[] {
  return [...new Set(defaultColumns(listed).flatMap((column) => column.fields))]
}
