/**
 * The newest records that a search finds. PostgreSQL expects matches to be spread evenly: it reads a list from
 * its newest end, and reads all of it for a number that only old records have. So only the newest records, or the newest
 * ones of a filter with an index, are read that way; if they do not fill the page, the search's index finds the rest.
 */
import { sql } from 'kysely'
import { isIndexed } from '#server/lists/indexed.ts'
import { buildMatchCondition, fromRecords } from '#server/lists/query/select.ts'
import { containsTextInRow } from '#server/lists/query/search-text.ts'
import type { Listed, SearchedQuery, Sql } from '#server/lists/types.ts'
import { fromNewestOfRange, isDayRange } from './day-range.ts'
import { isValueList, selectNewestOfValues, type ValueList } from './newest-of-values.ts'

type Stretch = { limit: number; offset: number }

/** How many of the newest records are searched, which takes 1.5 ms. */
const NEWEST: Stretch = { limit: 2_000, offset: 0 }
/**
 * Searched next if the newest records fill half of the page. A text with so many matches has tens of thousands in a list of a
 * million, and the index would read all of them.
 */
const NEXT: Stretch = { limit: 4_000, offset: NEWEST.limit }
const MAX_VALUES = 5

export function selectNewestMatches(listed: Listed, userId: string, query: SearchedQuery): Sql {
  const { limit = 0, offset } = query
  const last = limit + offset
  const matches = buildMatchCondition(listed, userId, query)
  const inRow = buildMatchCondition(listed, userId, query, containsTextInRow)
  // "+ 0" keeps PostgreSQL from reading in the order of IDs.
  const indexed = (
    condition: Sql,
  ) => sql`(select record.id ${fromRecords(listed, userId)}${matches}${condition}
    order by record.id + 0 desc limit ${last})`
  if (query.startsFewNumbers)
    return sql`select id from ${indexed(sql``)} as match order by id desc limit ${limit} offset ${offset}`
  const matchesIn = (stretch: Stretch, condition: Sql) => sql`
    select record.id from (${selectSearched(listed, userId, query, stretch)}) as record
    where ${condition}${inRow} order by record.id desc limit ${last}`
  const recents = sql`(select count(*) from recent)`
  return sql`with recent as materialized (${matchesIn(NEWEST, sql`true`)}),
    next as materialized (${matchesIn(NEXT, sql`${recents} >= ${Math.ceil(last / 2)} and ${recents} < ${last}`)}),
    older as ${indexed(sql` and ${recents} + (select count(*) from next) < ${last}`)}
    select id from (select id from recent union select id from next union select id from older) as match
    order by id desc limit ${limit} offset ${offset}`
}

/** The newest records, or the newest records that one of the filters keeps. */
function selectSearched(
  listed: Listed,
  userId: string,
  { filters, ...query }: SearchedQuery,
  stretch: Stretch,
): Sql {
  const newest = sql` order by record.id desc
    limit ${sql.lit(stretch.limit)} offset ${sql.lit(stretch.offset)}`
  // A range without an end keeps the newest records.
  const range = filters.filter((one) => isDayRange(listed.name, one)).find(({ to }) => to)
  if (range)
    return sql`select record.* ${fromRecords(listed, userId)}${fromNewestOfRange(listed, userId, range)}${newest}`
  const values = filters.filter(isValueList).find((one) => hasFewValues(listed, one))
  if (!values) return sql`select record.* ${fromRecords(listed, userId)}${newest}`
  const ofValues = { ...query, ...stretch, filters: [values], search: '' }
  return sql`select record.* ${fromRecords(listed, userId)}
    and record.id = any(array(${selectNewestOfValues(listed, userId, ofValues)}))`
}

/** An index is read for each value. */
function hasFewValues({ name }: Listed, { column, among }: ValueList): boolean {
  return isIndexed(name, column) && among.length <= MAX_VALUES
}
