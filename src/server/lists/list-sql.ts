/** The SQL of lists: one account's records with the labels of what they point to. */
import { sql, type RawBuilder } from 'kysely'
import { listReferences, type Entity } from '#core/entities/entity.ts'
import { getEntity } from '#core/entities/entities.ts'
import { filterCondition } from './filter-sql.ts'
import { startOfDays } from './day-range-sql.ts'
import { hasBlanksAside, idsWithBlanksAside } from './blanks-sql.ts'
import { blockIds, countBlocks } from './blocks-sql.ts'
import { isCounted, isIndexed } from './indexed.ts'
import type { Filter, ListQuery } from './list-query.ts'
import { hasFewValues, mergedIds } from './merge-sql.ts'
import { orderBy, orderOf, type Term } from './order-sql.ts'
import { searchCondition, type FoundQuery } from './search-sql.ts'
import { walkedIds } from './walk-sql.ts'

type Sql = RawBuilder<unknown>
type Sorted = Pick<ListQuery, 'sort'>

const UNSORTED: Sorted = { sort: undefined }

/** What can be listed: an entity, or the settlements. `newest`: the day that tells which are, where it is not the id. */
export type Listed = Pick<Entity, 'fields' | 'columns'> & { name: string; newest?: string }

/** Which part of which order. */
export type Part = { order: Term[]; limit: number | undefined; offset: number }

/** A page that ends deeper than this is sorted: there would be too many steps to it. */
const FARTHEST_STEP = 1_000

/** Every record that the query matches, in its order, page or no page. */
export function selectMatching(listed: Listed, userId: string, query: FoundQuery): Sql {
  const order = orderBy(orderOf(listed, query))
  return sql`${selectRecords(listed, userId, query)}${matching(listed, query)}${order}`
}

/** One record, or those of which a condition to be added tells. */
export function selectRecords(listed: Listed, userId: string, query: Sorted = UNSORTED): Sql {
  return sql`select record.*, ${labels(listed)} as labels ${from(listed, userId, query)}`
}

/** What an `insert … returning *` made, as `selectRecords` gives it. */
export function selectMade(listed: Listed, insert: Sql): Sql {
  return sql`with record as (${insert}) select record.*, ${labels(listed)} as labels from record`
}

/**
 * The records of a part, in the query's order whichever way the part is reached. Their ids are found
 * first: whole rows and labels are read for these records alone, however deep they lie.
 */
export function selectPart(listed: Listed, userId: string, query: FoundQuery, part: Part): Sql {
  const ids = selectIds(listed, userId, query, part)
  return sql`${selectRecords(listed, userId, query)} and record.id = any(array(${ids}))${orderBy(orderOf(listed, query))}`
}

/** By steps through an index where the list has one for what is asked: the length of the list then does not matter. */
export function selectIds(listed: Listed, userId: string, query: FoundQuery, part: Part): Sql {
  const { limit, offset } = part
  if (isCounted(listed.name) && isWhole(query) && !query.sort && offset > FARTHEST_STEP)
    return blockIds(listed.name, userId, part)
  if (query.search || limit === undefined || limit + offset > FARTHEST_STEP)
    return selectOrdered(listed, userId, query, part)
  const [filter, ...others] = query.filters
  if (query.sort && !filter && isIndexed(listed.name, query.sort.column))
    return walkedIds(listed, userId, query.sort.column, part)
  if (filter && !others.length && !query.sort && isMerged(listed, filter))
    return mergedIds(listed.name, userId, filter, part)
  if (query.sort && hasBlanksAside(part.order))
    return idsWithBlanksAside(
      sql`${from(listed, userId, query)}${matching(listed, query)}`,
      sql.ref(`record.${query.sort.column}`),
      part,
    )
  const start = query.sort ? sql`` : startOfDays(listed.name, userId, query.filters, part)
  return selectOrdered(listed, userId, query, part, start)
}

function isWhole({ search, filters }: FoundQuery): boolean {
  return !search && !filters.length
}

function isMerged({ name }: Listed, filter: Filter): boolean {
  return isIndexed(name, filter.column) && hasFewValues(filter)
}

function selectOrdered(
  listed: Listed,
  userId: string,
  query: FoundQuery,
  part: Part,
  start: Sql = sql``,
): Sql {
  const { order, limit, offset } = part
  const most = limit === undefined ? sql`` : sql` limit ${limit}`
  return sql`select record.id ${from(listed, userId, query)}${matching(listed, query)}${start}${orderBy(order)}${most} offset ${offset}`
}

/** A select of one `count`. */
export function countMatching(listed: Listed, userId: string, query: FoundQuery): Sql {
  if (isCounted(listed.name) && isWhole(query)) return countBlocks(userId)
  return sql`select count(*) as count from ${sql.table(listed.name)} as record
    where record.user_id = ${userId}${matching(listed, query)}`
}

/** The conditions of a query, to stand after another one; empty where there are none. */
function matching(listed: Listed, query: FoundQuery): Sql {
  const conditions = query.filters.map((filter) => filterCondition(filter, query.zone))
  if (query.search) conditions.push(searchCondition(listed, query))
  return conditions.length ? sql` and ${sql.join(conditions, sql` and `)}` : sql``
}

/** With the linked records of the column that is sorted by. */
function from(listed: Listed, userId: string, { sort }: Sorted): Sql {
  const { to } = listed.fields[sort?.column ?? ''] ?? {}
  const join =
    sort && to
      ? sql` left join ${sql.table(to)} as ${sql.ref(sort.column)}
      on ${sql.ref(`${sort.column}.userId`)} = record.user_id
        and ${sql.ref(`${sort.column}.id`)} = ${sql.ref(`record.${sort.column}`)}`
      : sql``
  return sql`from ${sql.table(listed.name)} as record${join} where record.user_id = ${userId}`
}

/** Each a question of its own: joined, they would take PostgreSQL longer to plan than to answer. */
function labels(listed: Listed): Sql {
  const pairs = listReferences(listed.fields).map(({ name, to }) => {
    const linked = sql`select ${sql.ref(getEntity(to).label)} from ${sql.table(to)} as linked
      where linked.user_id = record.user_id and linked.id = ${sql.ref(`record.${name}`)}`
    return sql`${sql.lit(name)}, (${linked})`
  })
  return sql`json_build_object(${sql.join(pairs)})`
}
