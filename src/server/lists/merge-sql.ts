/**
 * Newest ids of a list with one filter: of each value that the filter lets through its newest, out of an
 * index, then the newest of these. PostgreSQL would read the list from its new end until the page is full:
 * through nearly all of it for a month of two years ago, which lies close together far from that end.
 */
import { sql, type RawBuilder } from 'kysely'
import { isDayRange, newestOfDays } from './day-range-sql.ts'
import type { ColumnKind, Filter } from './list-query.ts'
import type { Part } from './list-sql.ts'

type Sql = RawBuilder<unknown>

const TYPES: Partial<Record<ColumnKind, Sql>> = {
  text: sql`text`,
  link: sql`bigint`,
  amount: sql`numeric`,
  day: sql`date`,
}

/** Whether the filter lets so few values through that they can be looked for one by one. */
export function hasFewValues(filter: Filter): boolean {
  return isDayRange(filter) || ('among' in filter && TYPES[filter.kind] !== undefined)
}

/** A select of ids; the part's order is by id. */
export function mergedIds(table: string, userId: string, filter: Filter, part: Part): Sql {
  const { order, limit = 0, offset } = part
  const newest = order[0]?.descending ? sql`desc` : sql`asc`
  const holders = (condition: Sql) => sql`(select record.id from ${sql.table(table)} as record
    where record.user_id = ${userId} and ${sql.ref(`record.${filter.column}`)} ${condition}
    order by record.id ${newest} limit ${limit + offset})`
  const parts = [
    sql`(select holder.id from ${valuesOf(table, userId, filter, part)} as wanted (value)
      cross join lateral ${holders(sql`= wanted.value`)} as holder)`,
    ...(letsBlanksThrough(filter) ? [holders(sql`is null`)] : []),
  ]
  return sql`select id from (${sql.join(parts, sql` union all `)}) as merged
    order by id ${newest} limit ${limit} offset ${offset}`
}

/** Of days in a range only those whose newest ids are the newest: the page is in them. */
function valuesOf(table: string, userId: string, filter: Filter, part: Part): Sql {
  if ('among' in filter) {
    const values = filter.among.filter((value) => value !== null)
    return sql`(select distinct unnest(${values}::${TYPES[filter.kind]}[]))`
  }
  const { order, limit = 0, offset } = part
  const newest = order[0]?.descending ? sql`desc` : sql`asc`
  return sql`(${newestOfDays(table, userId, filter, part)}
    select value from newest order by id ${newest} limit ${limit + offset})`
}

function letsBlanksThrough(filter: Filter): boolean {
  return 'among' in filter && filter.among.includes(null)
}
