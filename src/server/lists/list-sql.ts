/** The SQL of lists: one account's records with the labels of what they point to. */
import { sql, type RawBuilder } from 'kysely'
import { referencesOf, type Entity } from '#core/entity.ts'
import { entityNamed } from '#core/entities.ts'
import type { Filter } from './list-query.ts'
import { orderBy, orderOf, type Term } from './order-sql.ts'
import { searchCondition, type FoundQuery } from './search-sql.ts'

type Sql = RawBuilder<unknown>

/** What can be listed: an entity, or the settlements. `newest`: the day that tells which are, where it is not the id. */
export type Listed = Pick<Entity, 'fields' | 'columns'> & { name: string; newest?: string }

/** Which part of which order. */
export type Part = { order: Term[]; limit: number | undefined; offset: number }

/** Every record that the query matches, in its order, page or no page. */
export function selectMatching(listed: Listed, userId: string, query: FoundQuery): Sql {
  const order = orderBy(orderOf(listed, query))
  return sql`${selectRecords(listed, userId)}${matching(listed, query)}${order}`
}

/** One record, or those of which a condition to be added tells. */
export function selectRecords(listed: Listed, userId: string): Sql {
  return sql`select record.*, ${labels(listed)} as labels ${from(listed, userId)}`
}

/**
 * The records of a part, in the query's order whichever way the part is reached. Their ids are found
 * first: whole rows and labels are read for these records alone, however deep they lie.
 */
export function selectPart(listed: Listed, userId: string, query: FoundQuery, part: Part): Sql {
  const ids = selectIds(listed, userId, query, part)
  return sql`${selectRecords(listed, userId)} and record.id = any(array(${ids}))${orderBy(orderOf(listed, query))}`
}

export function selectIds(listed: Listed, userId: string, query: FoundQuery, part: Part): Sql {
  const { order, limit, offset } = part
  const most = limit === undefined ? sql`` : sql` limit ${limit}`
  return sql`select record.id ${from(listed, userId)}${matching(listed, query)}${orderBy(order)}${most} offset ${offset}`
}

export function countMatching(listed: Listed, userId: string, query: FoundQuery): Sql {
  return sql`select count(*) as count from ${sql.table(listed.name)} as record
    where record.user_id = ${userId}${matching(listed, query)}`
}

/** The conditions of a query, to stand after another one; empty where there are none. */
function matching(listed: Listed, query: FoundQuery): Sql {
  const conditions = query.filters.map((filter) => condition(filter, query.zone))
  if (query.search) conditions.push(searchCondition(listed, query))
  return conditions.length ? sql` and ${sql.join(conditions, sql` and `)}` : sql``
}

function from(listed: Listed, userId: string): Sql {
  const joins = referencesOf(listed.fields).map(
    ({ name, to }) => sql`left join ${sql.table(to)} as ${sql.ref(name)}
      on ${sql.ref(`${name}.userId`)} = record.user_id and ${sql.ref(`${name}.id`)} = ${field(name)}`,
  )
  return sql`from ${sql.table(listed.name)} as record ${sql.join(joins, sql` `)} where record.user_id = ${userId}`
}

function labels(listed: Listed): Sql {
  const pairs = referencesOf(listed.fields).map(
    ({ name, to }) => sql`${sql.lit(name)}, ${linkedLabel(name, entityNamed(to))}`,
  )
  return sql`json_build_object(${sql.join(pairs)})`
}

function linkedLabel(name: string, to: Entity): Sql {
  return sql.ref(`${name}.${to.label}`)
}

function field(name: string): Sql {
  return sql.ref(`record.${name}`)
}

function condition(filter: Filter, zone: string): Sql {
  const at = field(filter.column)
  const column = filter.kind === 'time' ? sql`(${at} at time zone ${zone})::date` : at
  if ('among' in filter) return among(column, filter.among)
  const bounds = [
    ...(filter.from === undefined ? [] : [sql`${column} >= ${filter.from}`]),
    ...(filter.to === undefined ? [] : [sql`${column} <= ${filter.to}`]),
  ]
  return sql.join(bounds, sql` and `)
}

function among(column: Sql, values: (string | null)[]): Sql {
  const known = values.filter((value) => value !== null)
  const none = known.length < values.length ? [sql`${column} is null`] : []
  const some = known.length ? [sql`${column} in (${sql.join(known)})`] : []
  return sql`(${sql.join([...some, ...none], sql` or `)})`
}
