/**
 * The newest records that a search finds. PostgreSQL expects matches to be spread evenly: it reads a list from
 * its newest end, and reads all of it for a number that only old records have. So only the newest records, or those before the end
 * of a range of days, are read that way; if they do not fill the page, the search's index finds the rest.
 */
import { sql } from 'kysely'
import { buildMatchCondition, fromRecords } from '#server/lists/query/select.ts'
import { containsTextInRow } from '#server/lists/query/search-text.ts'
import type { Listed, SearchedQuery, Sql } from '#server/lists/types.ts'
import { findDayRange, fromNewestOfRange } from './day-range.ts'

/** How many of the newest records are searched, which takes 1.5 ms. */
const NEWEST_RECORDS = 2_000

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
  // Up to today, the newest records are those of the range.
  const start = findDayRange(listed.name, query)?.to
    ? fromNewestOfRange(listed, userId, query)
    : sql``
  return sql`with recent as materialized (
      select record.id from (select record.* ${fromRecords(listed, userId)}${start}
        order by record.id desc limit ${sql.lit(NEWEST_RECORDS)}) as record
      where true${inRow} order by record.id desc limit ${last}),
    older as ${indexed(sql` and (select count(*) from recent) < ${last}`)}
    select id from (select id from recent union select id from older) as match
    order by id desc limit ${limit} offset ${offset}`
}
