/**
 * Searches the text that a list shows, references, and the labels of linked records, shown or not. One character finds
 * the numbers that begin with it (SPEC B20).
 */
import { sql } from 'kysely'
import { listReferences } from '#core/entities/entity.ts'
import { getEntity } from '#core/entities/entities.ts'
import { isSingleCharacter } from '#core/search/search.ts'
import type { Database, Work } from '#server/database/open.ts'
import type { Listed, ListQuery, SearchedQuery, Sql } from '#server/lists/types.ts'
import {
  containsText,
  escapeLike,
  lowercase,
  shownFields,
  startsNumber,
  toPattern,
} from './search-text.ts'

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
  if (!search) return { ...query, linked: {} }
  const lookup = sql<{ found: Record<string, number[]> }>`
    select ${selectFound(listed, userId, search)} as found`
  const { found = {} } = (await lookup.execute(work)).rows[0] ?? {}
  const linked = listReferences(listed.fields).map(
    ({ name, to }) => [name, found[to] ?? []] as const,
  )
  const matching = linked.filter(([, ids]) => ids.length)
  return { ...query, linked: Object.fromEntries(matching) }
}

/** A condition on `record`. */
export function searchCondition(listed: Listed, { search, linked }: SearchedQuery): Sql {
  const own = isSingleCharacter(search)
    ? startsNumber(listed, search)
    : containsText(listed, search)
  const links = Object.entries(linked).map(
    ([name, ids]) => sql`${sql.ref(`record.${name}`)} = any(${ids})`,
  )
  const conditions = [...own, ...equalsCount(listed, search), ...links]
  return conditions.length ? sql`(${sql.join(conditions, sql` or `)})` : sql`false`
}

/** A whole number is searched for its exact value: "37" finds statement 37. */
function equalsCount(listed: Listed, search: string): Sql[] {
  if (!WHOLE_NUMBER.test(search)) return []
  return shownFields(listed)
    .filter((name) => listed.fields[name]?.control === 'count')
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
      : sql`lower(${label} collate "default") like lower(${toPattern(search)})`
    // "offset 0" selects the account first. Otherwise PostgreSQL would compare the text of every account's records.
    return sql`${sql.lit(to.name)}, array(select id from (select id, ${label} from ${sql.table(to.name)}
      where user_id = ${userId} offset 0) as own where ${matches})`
  })
  return sql`json_build_object(${sql.join(pairs)})`
}
