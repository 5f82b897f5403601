/**
 * The newest IDs of a list with one filter: the newest of each value that the filter contains, out of an index,
 * then the newest of these. PostgreSQL would read the list from its newest end until the page is full.
 */
import { sql } from 'kysely'
import type { ColumnKind } from '#core/lists/columns.ts'
import { fromRecords } from '#server/lists/query/select.ts'
import type { Filter, Listed, SearchedQuery, Sql } from '#server/lists/types.ts'
import { isDayRange, withNewestOfDays } from './day-range.ts'

export type ValueList = Extract<Filter, { among: unknown }>

const TYPES: Partial<Record<ColumnKind, Sql>> = {
  text: sql`text`,
  choice: sql`text`,
  link: sql`bigint`,
  amount: sql`numeric`,
  day: sql`date`,
}

export function isValueList(filter: Filter): filter is ValueList {
  return 'among' in filter && TYPES[filter.kind] !== undefined
}

/** The query has one filter, a list of values. */
export function selectNewestOfValues(listed: Listed, userId: string, query: SearchedQuery): Sql {
  const filter = query.filters.find(isValueList)
  if (!filter) throw new Error('This plan needs a list of values')
  const values = filter.among.filter((value) => value !== null)
  const distinct = sql`(select distinct unnest(${values}::${TYPES[filter.kind]}[]))`
  const branches = [selectPerValue(listed, userId, query, filter.column, distinct)]
  if (filter.among.includes(null))
    branches.push(selectNewest(listed, userId, query, filter.column, sql`is null`))
  return mergeNewest(branches, query)
}

/** The query has one filter, a range of days. Only the days with the highest newest IDs can be on the page. */
export function selectNewestOfDays(listed: Listed, userId: string, query: SearchedQuery): Sql {
  const { limit = 0, offset } = query
  const range = query.filters.find((filter) => isDayRange(listed.name, filter))
  if (!range) throw new Error('This plan needs a range of days')
  const days = sql`(${withNewestOfDays(listed, userId, range)}
    select day from newest order by id desc limit ${limit + offset})`
  return mergeNewest([selectPerValue(listed, userId, query, range.column, days)], query)
}

function selectPerValue(
  listed: Listed,
  userId: string,
  query: SearchedQuery,
  column: string,
  values: Sql,
): Sql {
  return sql`(select holder.id from ${values} as wanted (value) cross join lateral
    ${selectNewest(listed, userId, query, column, sql`= wanted.value`)} as holder)`
}

function selectNewest(
  listed: Listed,
  userId: string,
  { limit = 0, offset }: SearchedQuery,
  column: string,
  comparison: Sql,
): Sql {
  return sql`(select record.id ${fromRecords(listed, userId)} and ${sql.ref(`record.${column}`)} ${comparison}
    order by record.id desc limit ${limit + offset})`
}

function mergeNewest(branches: Sql[], { limit, offset }: SearchedQuery): Sql {
  return sql`select id from (${sql.join(branches, sql` union all `)}) as merged
    order by id desc limit ${limit} offset ${offset}`
}
