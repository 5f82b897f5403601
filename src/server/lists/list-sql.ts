/** The SQL of lists: one account's records with the labels of what they point to. */
import { sql, type RawBuilder } from 'kysely'
import { columnsOf, referencesOf, type Entity } from '#core/entity.ts'
import { entityNamed } from '#core/entities.ts'
import type { Filter, ListQuery } from './list-query.ts'

type Sql = RawBuilder<unknown>

/** What can be listed: an entity, or the settlements. `order` is the default one, SQL over `record`. */
export type Listed = Pick<Entity, 'fields' | 'columns'> & { name: string; order?: string }

const SEARCHED = new Set(['text', 'email', 'phone', 'state'])

/** `select … from … where user_id = …`, every reference joined for its label. */
export function selectRecords(listed: Listed, userId: string): Sql {
  return sql`select record.*, ${labels(listed)} as labels ${from(listed, userId)}`
}

export function selectIds(listed: Listed, userId: string): Sql {
  return sql`select record.id ${from(listed, userId)}`
}

export function countRecords(listed: Listed, userId: string): Sql {
  return sql`select count(*) as count ${from(listed, userId)}`
}

/** The conditions of a query, to stand after `selectRecords`; empty where there are none. */
export function matching(listed: Listed, { search, filters }: ListQuery): Sql {
  const conditions = filters.map(condition)
  if (search) conditions.push(searchCondition(listed, search))
  return conditions.length ? sql` and ${sql.join(conditions, sql` and `)}` : sql``
}

/** Newest first; a sorted column's equals too, so that no page shows a record twice. */
export function ordered(listed: Listed, { sort }: ListQuery): Sql {
  if (!sort) return sql` order by ${sql.raw(listed.order ?? 'record.id desc')}`
  const { to } = listed.fields[sort.column] ?? {}
  const column = to ? linkedLabel(sort.column, entityNamed(to)) : field(sort.column)
  const direction = sort.descending ? sql`desc nulls last` : sql`asc nulls last`
  return sql` order by ${column} ${direction}, record.id desc`
}

export function paged({ limit, offset }: ListQuery): Sql {
  return limit === undefined ? sql` offset ${offset}` : sql` limit ${limit} offset ${offset}`
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

function condition(filter: Filter): Sql {
  const column = filter.kind === 'time' ? sql`${field(filter.column)}::date` : field(filter.column)
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

/** Looks through the text columns that the table shows, linked labels included (SPEC B20). */
function searchCondition(listed: Listed, search: string): Sql {
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  const shown = columnsOf(listed).flatMap((column) => column.fields)
  const places = shown.flatMap((name) => {
    const { control, to } = listed.fields[name] ?? {}
    if (to) return [linkedLabel(name, entityNamed(to))]
    return control && SEARCHED.has(control) ? [field(name)] : []
  })
  const hits = places.map((place) => sql`${place} ilike ${pattern}`)
  return sql`(${sql.join(hits, sql` or `)})`
}
