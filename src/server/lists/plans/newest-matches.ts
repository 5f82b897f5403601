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

/** How many of the newest records are searched, which takes 1.5 ms. */
const NEWEST_RECORDS = 2_000
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
  return sql`with recent as materialized (
      select record.id from (${selectSearched(listed, userId, query)}) as record
      where true${inRow} order by record.id desc limit ${last}),
    older as ${indexed(sql` and (select count(*) from recent) < ${last}`)}
    select id from (select id from recent union select id from older) as match
    order by id desc limit ${limit} offset ${offset}`
}

/** The newest records, or the newest records that one of the filters keeps. */
function selectSearched(listed: Listed, userId: string, { filters, ...query }: SearchedQuery): Sql {
  const newest = sql` order by record.id desc limit ${sql.lit(NEWEST_RECORDS)}`
  // A range without an end keeps the newest records.
  const range = filters.filter((one) => isDayRange(listed.name, one)).find(({ to }) => to)
  if (range)
    return sql`select record.* ${fromRecords(listed, userId)}${fromNewestOfRange(listed, userId, range)}${newest}`
  const values = filters.filter(isValueList).find((one) => hasFewValues(listed, one))
  if (!values) return sql`select record.* ${fromRecords(listed, userId)}${newest}`
  const ofValues = { ...query, filters: [values], search: '', limit: NEWEST_RECORDS, offset: 0 }
  return sql`select record.* ${fromRecords(listed, userId)}
    and record.id = any(array(${selectNewestOfValues(listed, userId, ofValues)}))`
}

/** An index is read for each value. */
function hasFewValues({ name }: Listed, { column, among }: ValueList): boolean {
  return isIndexed(name, column) && among.length <= MAX_VALUES
}
