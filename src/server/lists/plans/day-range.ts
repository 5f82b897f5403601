/**
 * Filters by a range of days. The loads of a day are close together in a list that grows day by day, and far
 * from its newest end if the day is long ago. The time to step through an index grows with the number of days.
 * The time to read the list, or all loads of the range, grows with the number of loads.
 */
import { sql } from 'kysely'
import { isIndexed } from '#server/lists/indexed.ts'
import { isWithin } from '#server/lists/query/filter.ts'
import { buildMatchCondition, fromRecords } from '#server/lists/query/select.ts'
import type { Filter, Listed, SearchedQuery, Sql } from '#server/lists/types.ts'

export type DayRange = Extract<Filter, { from?: string; to?: string }>

export function isDayRange(list: string, filter: Filter): filter is DayRange {
  return filter.kind === 'day' && !('among' in filter) && isIndexed(list, filter.column)
}

export function findDayRange(list: string, { filters }: SearchedQuery): DayRange | undefined {
  return filters.find((filter) => isDayRange(list, filter))
}

/** `with recursive newest (day, id)`: each day of the range that has records, and its newest ID. */
export function withNewestOfDays(listed: Listed, userId: string, range: DayRange): Sql {
  const day = sql.ref(`record.${range.column}`)
  const lastDay = (
    condition: Sql,
  ) => sql`(select ${day} as day, record.id ${fromRecords(listed, userId)}
    and ${isWithin(day, range)}${condition} order by ${day} desc, record.id desc limit 1)`
  return sql`with recursive newest (day, id) as (
    ${lastDay(sql``)} union all
    select earlier.day, earlier.id from newest
      cross join lateral ${lastDay(sql` and ${day} < newest.day`)} as earlier)`
}

/** Starts at the newest record of the range, as if all newer ones had been read. */
export function selectLastDays(listed: Listed, userId: string, query: SearchedQuery): Sql {
  const { limit, offset } = query
  const matches = buildMatchCondition(listed, userId, query)
  const range = findDayRange(listed.name, query)
  const start = range ? fromNewestOfRange(listed, userId, range) : sql``
  return sql`select record.id ${fromRecords(listed, userId)}${matches}${start}
    order by record.id desc limit ${limit} offset ${offset}`
}

/** ` and …`: not newer than the newest record of the range. */
export function fromNewestOfRange(listed: Listed, userId: string, range: DayRange): Sql {
  return sql` and record.id <= (select max(id) from
    (${withNewestOfDays(listed, userId, range)} select id from newest) as last)`
}
