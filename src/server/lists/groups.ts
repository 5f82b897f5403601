/**
 * A list with one entry for each group of rows, newest first: the rows of a group have the same value in a column that an
 * index (user_id, column, id) has.
 */
import { sql } from 'kysely'
import { LARGEST_PAGE } from '#core/api.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import type { Database } from '#server/database/open.ts'
import { openListed } from './open-listed.ts'
import { andMatches, andSeen, selectLabels } from './query/select.ts'
import type { Listed, SearchedQuery, Sql } from './types.ts'

export type Grouping = {
  by: string
  /** Rows that are further apart in time are other groups. */
  span: Sql
  /** The order of each `record` within its group: the first is the main one. */
  order: Sql
  /** The rows of a group are counted by this column. */
  countedBy: string
  /** Rows of a group that are read. */
  most: number
}

/**
 * A row of a group. `last`: the newest row of the group that matches. `counts`: all rows of the group. `place`: in the
 * group, from 1.
 */
export type Grouped<Row> = Row & { last: number; place: number; counts: Record<string, number> }

/**
 * The rows of the page's groups that the member sees, each group's main row first. With filters, the main row is the newest
 * that matches. The sort of the query is ignored.
 */
export async function readGroups<Row extends object>(
  database: Database,
  listed: Listed,
  userId: string,
  query: SearchedQuery,
  { by, span, order, countedBy, most }: Grouping,
): Promise<Grouped<Row>[]> {
  const { limit = LARGEST_PAGE, offset } = query
  const table = sql.table(listed.table ?? listed.name)
  const [seen, matches] = [andSeen(listed), andMatches(listed, query)]
  const isFiltered = query.filters.length > 0 || query.search !== ''
  const matchFirst = isFiltered ? sql`record.id = page.id desc, ` : sql``
  const ofGroup = sql`record.user_id = ${userId}${seen} and ${sql.ref(`record.${by}`)} = page.value
    and record.created_at between page.created_at - ${span} and page.created_at + ${span}`
  const { rows } = await sql<Grouped<Row> & AnyRecord>`
    with page as materialized (select last.id, last.value, last.created_at
      from (select record.id, ${sql.ref(`record.${by}`)} as value, record.created_at from ${table} as record
        where record.user_id = ${userId}${seen}${matches}) as last
      where not exists (select from ${table} as record where record.user_id = ${userId}
        and ${sql.ref(`record.${by}`)} = last.value and record.id > last.id
        and record.created_at < last.created_at + ${span}${seen}${matches})
      order by last.id desc limit ${limit} offset ${offset})
    select page.id as last, counted.counts, record.*, ${selectLabels(listed)} as labels
    from page
      cross join lateral (select jsonb_object_agg(kind, count) as counts from (
        select coalesce(${sql.ref(`record.${countedBy}`)}, '') as kind, count(*) as count
        from ${table} as record where ${ofGroup} group by 1) as by_kind) as counted
      cross join lateral (select row_number() over (order by ${matchFirst}${order}) as place, record.*
        from ${table} as record where ${ofGroup} order by place limit ${sql.lit(most)}) as record
    order by page.id desc, record.place`.execute(database)
  return rows.map((row) => openListed(database, listed, row) as Grouped<Row> & AnyRecord)
}

/** The number of groups that have a match. */
export async function countGroups(
  database: Database,
  listed: Listed,
  userId: string,
  query: SearchedQuery,
  { by }: Grouping,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct ${sql.ref(`record.${by}`)}) as count
    from ${sql.table(listed.table ?? listed.name)} as record
    where record.user_id = ${userId}${andSeen(listed)}${andMatches(listed, query)}`.execute(
    database,
  )
  return rows[0]?.count ?? 0
}
