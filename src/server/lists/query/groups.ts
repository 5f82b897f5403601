/** Selects the groups of a list that have a match: `group_id`, `last` (the newest match), `began_at`. */
import { sql } from 'kysely'
import type { Filter, Listed, SearchedQuery, Sql } from '#server/lists/types.ts'
import { isSurelyWithin, mayBeWithin, type DateRange } from './filter.ts'
import { buildMatchCondition, fromRecords } from './select.ts'

/** Newest first. `by`: the column with the ID of a group's first row. */
export function selectGroups(
  listed: Listed,
  userId: string,
  query: SearchedQuery,
  by: string,
): Sql {
  if (isOfFirstRows(listed, query))
    return sql`select first.id as group_id, null::bigint as last, first.created_at as began_at
      ${fromFirstRows(listed, userId, query, by)} order by first.created_at desc, first.id desc`
  const group = sql.ref(`record.${by}`)
  return sql`select distinct on (${group}) ${group} as group_id, record.id as last, null::timestamptz as began_at
    ${fromMatches(listed, userId, query, by)} order by ${group} desc, record.id desc`
}

/** Selects one `count`. */
export function selectCountOfGroups(
  listed: Listed,
  userId: string,
  query: SearchedQuery,
  by: string,
): Sql {
  if (isOfFirstRows(listed, query))
    return sql`select count(*) as count ${fromFirstRows(listed, userId, query, by)}`
  return sql`select count(*) as count from (
    select distinct ${sql.ref(`record.${by}`)} ${fromMatches(listed, userId, query, by)}) as found`
}

/** Other filters can match any row of a group. */
export function isValueFilter(filter: Filter): boolean {
  return !isDateRange(filter)
}

function isDateRange(filter: Filter): filter is DateRange {
  return filter.column === 'createdAt' && filter.kind === 'time' && !('among' in filter)
}

/** Whether the first row of a group is enough to know if the group matches. */
function isOfFirstRows({ where }: Listed, { search, filters }: SearchedQuery): boolean {
  return !where && !search && filters.every(isDateRange)
}

/** The rows of a group are written within a day. Only groups at the ends of the range are read. */
function fromFirstRows(listed: Listed, userId: string, query: SearchedQuery, by: string): Sql {
  const createdAt = sql`first.created_at`
  const match = sql`select true ${fromRecords(listed, userId)}
    and ${sql.ref(`record.${by}`)} = first.id${buildMatchCondition(listed, userId, query)} limit 1`
  // A scalar subquery: PostgreSQL could run "exists" for all groups at once.
  const conditions = query.filters.filter(isDateRange).map(
    (range) => sql` and ${mayBeWithin(createdAt, range, query.zone)}
        and (${isSurelyWithin(createdAt, range, query.zone)} or (${match}))`,
  )
  return sql`from ${sql.table(listed.table ?? listed.name)} as first
    where first.user_id = ${userId} and ${sql.ref(`first.${by}`)} = first.id${sql.join(conditions, sql``)}`
}

/** For a date range, reads only the groups near it. */
function fromMatches(listed: Listed, userId: string, query: SearchedQuery, by: string): Sql {
  const ranges = query.filters.filter(isDateRange)
  const isNear = ranges.map(
    (range) => sql` and ${mayBeWithin(sql`first.created_at`, range, query.zone)}`,
  )
  const near = ranges.length
    ? sql` and exists (select from ${sql.table(listed.table ?? listed.name)} as first
        where first.user_id = ${userId} and first.id = ${sql.ref(`record.${by}`)}
          and ${sql.ref(`first.${by}`)} = first.id${sql.join(isNear, sql``)})`
    : sql``
  return sql`${fromRecords(listed, userId)}${buildMatchCondition(listed, userId, query)}${near}`
}
