/**
 * A list with one entry for each group of rows, newest first. Each row has the ID of its group's first row. An index has the
 * rows by group (user_id, group, id), another the first rows by time (user_id, created_at, id).
 */
import { sql } from 'kysely'
import { LARGEST_PAGE } from '#core/api.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import type { Database } from '#server/database/open.ts'
import { openListed } from './open-listed.ts'
import { isValueFilter, selectCountOfGroups, selectGroups } from './query/groups.ts'
import { buildVisibleCondition, selectLabels } from './query/select.ts'
import type { Listed, SearchedQuery, Sql } from './types.ts'

export type Grouping = {
  /** The column with the ID of the group's first row. */
  by: string
  /** The order of each `record` within its group: the first is the main one. */
  order: Sql
  /** The rows of a group are counted by this column. */
  countedBy: string
  /** Rows of a group that are read. */
  most: number
}

/** A row of a group. `counts`: all rows of the group that the member sees. `place`: in the group, from 1. */
export type Grouped<Row> = Row & { groupId: number; place: number; counts: Record<string, number> }

/**
 * The rows of the page's groups that the member sees, each group's main row first. With filters other than the date, the
 * main row is the newest that matches. The sort of the query is ignored.
 */
export async function readGroups<Row extends object>(
  database: Database,
  listed: Listed,
  userId: string,
  query: SearchedQuery,
  { by, order, countedBy, most }: Grouping,
): Promise<Grouped<Row>[]> {
  const { limit = LARGEST_PAGE, offset } = query
  const table = sql.table(listed.table ?? listed.name)
  const matchFirst =
    query.search || query.filters.some(isValueFilter) ? sql`record.id = page.last desc, ` : sql``
  const ofGroup = sql`from ${table} as record where record.user_id = ${userId}
    and ${sql.ref(`record.${by}`)} = page.group_id${buildVisibleCondition(listed)}`
  // IDs are sorted, not rows: a group may have thousands.
  const { rows } = await sql<Grouped<Row> & AnyRecord>`
    with page as materialized (${selectGroups(listed, userId, query, by)} limit ${limit} offset ${offset})
    select page.group_id, counted.counts, listed.place, record.*, ${selectLabels(listed, userId)} as labels
    from page
      cross join lateral (select jsonb_object_agg(kind, count) as counts from (
        select coalesce(${sql.ref(`record.${countedBy}`)}, '') as kind, count(*) as count
        ${ofGroup} group by 1) as by_kind) as counted
      cross join lateral (select id, row_number() over () as place from (
        select record.id ${ofGroup} order by ${matchFirst}${order} limit ${sql.lit(most)}) as shown) as listed
      join ${table} as record on record.user_id = ${userId} and record.id = listed.id
    order by page.began_at desc, page.group_id desc, listed.place`.execute(database)
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
  const counted = sql<{ count: number }>`${selectCountOfGroups(listed, userId, query, by)}`
  return (await counted.execute(database)).rows[0]?.count ?? 0
}
