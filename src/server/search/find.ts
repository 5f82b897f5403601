/** Finds one account's records of every entity by number or name, in one query (SPEC B40). */
import { sql } from 'kysely'
import { everyEntity } from '#core/entities/entities.ts'
import type { Entity } from '#core/entities/entity.ts'
import {
  detailColumn,
  isSingleCharacter,
  MAX_FOUND,
  searchedFields,
  type Found,
} from '#core/search/search.ts'
import type { Member } from '#core/team/member.ts'
import { hideFields } from '#core/team/visible-listing.ts'
import type { Database } from '#server/database/open.ts'
import { containsAny, escapeLike, lowercase, storesText } from '#server/lists/query/search-text.ts'
import type { Sql } from '#server/lists/types.ts'

/**
 * The first few of each entity: exact matches, then beginnings, then any other match. One character finds only
 * the numbers that begin with it (SPEC B40).
 */
export async function findRecords(
  database: Database,
  { accountId: userId, permissions }: Member,
  typed: string,
): Promise<Found[]> {
  if (typed === '') return []
  const selects = everyEntity.flatMap((declared, position) => {
    const entity = hideFields(declared, permissions)
    const fields = searchedFields(entity).filter(
      (name) => !isSingleCharacter(typed) || entity.fields[name]?.number,
    )
    return fields.length ? [selectFound({ entity, position, fields }, userId, typed)] : []
  })
  const { rows } = await sql<Found>`select entity, record
    from (${sql.join(selects, sql` union all `)}) as found
    order by rank, position, label collate natural_number, id`.execute(database)
  return rows
}

type Searched = { entity: Entity; position: number; fields: string[] }

/** The best few records of one entity with their rank: 0 for an exact match, 1 for a beginning, 2 for any other match. */
function selectFound(searched: Searched, userId: string, typed: string): Sql {
  const { entity, position } = searched
  const best = storesText(entity)
    ? selectBestByIndex(searched, userId, typed)
    : selectBest(searched, userId, typed)
  return sql`(select best.rank, ${sql.lit(position)} as position, ${labelOf(entity)} as label, record.id,
      ${sql.lit(entity.name)} as entity, ${shownFields(entity)} as record
    from (${best}) as best join ${sql.table(entity.name)} as record
      on record.user_id = ${userId} and record.id = best.id)`
}

/** Reads each of the account's records once. */
function selectBest({ entity, fields }: Searched, userId: string, typed: string): Sql {
  const [exact, begins] = [
    isAnyField(fields, isEqual(typed)),
    isAnyField(fields, startsWith(typed)),
  ]
  // A text that is equal to the search, or begins with it, also contains it.
  const found = isSingleCharacter(typed) ? begins : containsAny(fields, typed)
  const rank = sql`case when ${exact} then 0 when ${begins} then 1 else 2 end`
  return sql`select ${rank} as rank, id from ${sql.table(entity.name)} as record
    where user_id = ${userId} and ${found} ${bestFirst(entity)}`
}

/**
 * Reads two indexes. One has the numbers that begin with the text in their order, an exact match first. The other has the
 * stored texts, which begin with the number and end with the references. If there are enough beginnings, only references that
 * are an exact match can come before them.
 */
function selectBestByIndex({ entity, fields }: Searched, userId: string, typed: string): Sql {
  const most = sql.lit(MAX_FOUND)
  const [exact, begins] = [isEqual(typed), startsWith(typed)].map((one) => isAnyField(fields, one))
  const escaped = escapeLike(typed)
  const [isReference, startsReference] = [`%\t${escaped}\t%`, `%\t${escaped}%`]
  const contains = isSingleCharacter(typed) ? startsReference : `%${escaped}%`
  const text = sql.ref('record.searchText')
  const label = sql`split_part(${text}, e'\\n', 1)`
  const numbers = sql`${label} || substr(${text}, strpos(${text}, e'\\t'))`
  return sql`with numbers as materialized (
      select case when ${exact} then 0 else 1 end as rank, id, ${lowercase(sql.ref(`record.${entity.label}`))} as label
      from ${sql.table(entity.name)} as record where user_id = ${userId} and ${begins} order by label, id limit ${most}),
    others as (
      select case when ${text} like lower(${isReference}) then 0 when ${text} like lower(${startsReference}) then 1 else 2 end as rank,
        id, ${label} collate "C" as label
      from ${sql.table(entity.name)} as record where user_id = ${userId}
        and ${text} like lower((select case when count(*) < ${most} then ${contains} else ${isReference} end from numbers))
        and ${numbers} like lower(${contains})
      order by rank, label, id limit ${most})
    select rank, id from (
      select distinct on (id) * from (select * from numbers union all select * from others) as found order by id, rank) as best
    order by rank, label, id limit ${most}`
}

function isEqual(typed: string): Sql {
  return sql`= lower(${typed})`
}

function startsWith(typed: string): Sql {
  return sql`like lower(${`${escapeLike(typed)}%`})`
}

function isAnyField(fields: string[], comparison: Sql): Sql {
  const [first, ...others] = fields.map((name) => lowercase(sql.ref(`record.${name}`)))
  // A single field is never null, and `coalesce` would hide it from its index.
  if (first && !others.length) return sql`${first} ${comparison}`
  const all = [first, ...others].map((field) => sql`coalesce(${field} ${comparison}, false)`)
  return sql`(${sql.join(all, sql` or `)})`
}

function shownFields(entity: Entity): Sql {
  const names = [
    'id',
    entity.label,
    ...(detailColumn(entity)?.fields ?? []),
    ...Object.keys(entity.fields).filter((name) => entity.fields[name]?.searched),
  ]
  return sql`json_build_object(${sql.join(names.map((name) => sql`${sql.lit(name)}, ${sql.ref(`record.${name}`)}`))})`
}

/** The label, with the collation of the other entities' labels. */
function labelOf(entity: Entity): Sql {
  return sql`${sql.ref(`record.${entity.label}`)} collate "default"`
}

function bestFirst(entity: Entity): Sql {
  return sql`order by 1, ${lowercase(sql.ref(`record.${entity.label}`))}, id limit ${sql.lit(MAX_FOUND)}`
}
