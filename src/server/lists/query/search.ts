/**
 * Searches the text that a list shows, references, and the labels of linked records, shown or not. One character finds
 * the numbers that begin with it (SPEC B20).
 */
import { sql } from 'kysely'
import { listReferences } from '#core/entities/entity.ts'
import { getEntity } from '#core/entities/entities.ts'
import { isSingleCharacter } from '#core/search/search.ts'
import type { Database, Work } from '#server/database/open.ts'
import { isLong } from '#server/lists/indexed.ts'
import type { Listed, ListQuery, SearchedQuery, Sql } from '#server/lists/types.ts'
import {
  containsText,
  escapeLike,
  hasReference,
  hasText,
  LAST_DIGITS,
  shownFields,
  startsReference,
} from './search-text.ts'

const FEW_NUMBERS = 1_000
/** A whole number that fits an integer column. */
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

/** A condition on `record`. `contains`: how its own text is compared. */
export function searchCondition(
  listed: Listed,
  { search, linked }: SearchedQuery,
  contains = containsText,
): Sql {
  const names = shownFields(listed)
  const own = isSingleCharacter(search)
    ? [
        ...listNumbers(listed, names).map((name) => startsWith(sql.ref(`record.${name}`), search)),
        // Many records have a word that begins with the character, but only a few may have a reference.
        ...startsReference(listed, search).map(
          (starts) => sql`${hasReference(listed)} and ${starts}`,
        ),
      ]
    : contains(listed, search)
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

/** `json`: for each linked table the IDs of the records whose label matches. */
function selectFound({ fields }: Listed, userId: string, search: string): Sql {
  const tables = [...new Set(listReferences(fields).map(({ to }) => to))]
    .map(getEntity)
    .filter((to) => !isSingleCharacter(search) || to.fields[to.label]?.number)
  const pairs = tables.map((to) => {
    const label = sql.ref(to.label)
    const matches = isSingleCharacter(search)
      ? startsWith(label, search)
      : hasText(sql`(${label} collate "default")`, search)
    // "offset 0" selects the account first. Otherwise PostgreSQL would compare the text of every account's records.
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

function listNumbers({ fields }: Listed, names: string[]): string[] {
  return names.filter((name) => fields[name]?.number)
}
