/**
 * Days from one to another, or without an end. They lie close together in a list that grows day by day, and
 * far from its new end where they are long ago: reading from there, or every load of the range, takes as long
 * as there are loads. Steps through an index, one a day, take as long as there are days.
 */
import { sql, type RawBuilder } from 'kysely'
import { isIndexed } from './indexed.ts'
import type { Filter } from './list-query.ts'
import type { Part } from './list-sql.ts'

type Sql = RawBuilder<unknown>
export type DayRange = Extract<Filter, { from?: string; to?: string }>

export function isDayRange(filter: Filter): filter is DayRange {
  return filter.kind === 'day' && !('among' in filter)
}

/** `with newest (value, id)`: each day of the range that has records, and its first id in the part's order of ids. */
export function newestOfDays(table: string, userId: string, range: DayRange, part: Part): Sql {
  const day = sql.ref(`record.${range.column}`)
  // The index has the newest id of a day first: backwards it has the oldest.
  const [by, beyond, ids] = part.order[0]?.descending
    ? [sql`asc`, sql`>`, sql`desc`]
    : [sql`desc`, sql`<`, sql`asc`]
  const next = (further: Sql) => sql`(select ${day} as value, record.id
    from ${sql.table(table)} as record where record.user_id = ${userId}${within(day, range)}${further}
    order by ${day} ${by}, record.id ${ids} limit 1)`
  return sql`with recursive newest (value, id) as (
    ${next(sql``)} union all
    select next.value, next.id from newest
      cross join lateral ${next(sql` and ${day} ${beyond} newest.value`)} as next)`
}

/**
 * A condition to stand beside others in a list by id: where its days begin, counted from the part's end. It
 * says nothing that the filter does not, and spares reading all that is newer; empty where no day is filtered by.
 */
export function startOfDays(table: string, userId: string, filters: Filter[], part: Part): Sql {
  const range = filters.find(
    (filter): filter is DayRange => isDayRange(filter) && isIndexed(table, filter.column),
  )
  if (!range) return sql``
  const start = part.order[0]?.descending ? sql`<= (select max(id)` : sql`>= (select min(id)`
  return sql` and record.id ${start} from (${newestOfDays(table, userId, range, part)} select id from newest) as day)`
}

function within(day: Sql, { from, to }: DayRange): Sql {
  const bounds = [
    ...(from === undefined ? [] : [sql` and ${day} >= ${from}`]),
    ...(to === undefined ? [] : [sql` and ${day} <= ${to}`]),
  ]
  return sql.join(bounds, sql``)
}
