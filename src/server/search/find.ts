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
import { isLong } from '#server/lists/indexed.ts'
import { lowercase } from '#server/lists/query/search.ts'
import {
  containsIndexedNumber,
  containsNumber,
  escapeLike,
  hasReference,
  isReference,
  listSearched,
  startsReference,
} from '#server/lists/query/search-text.ts'
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
  const best = isLong(entity.name)
    ? selectBest(searched, userId, typed)
    : selectBestOfAll(searched, userId, typed)
  return sql`(select best.rank, ${sql.lit(position)} as position, ${labelOf(entity)} as label, record.id,
      ${sql.lit(entity.name)} as entity, ${shownFields(entity)} as record
    from (${best}) as best join ${sql.table(entity.name)} as record
      on record.user_id = ${userId} and record.id = best.id)`
}

/** Reads each of the account's records once. */
function selectBestOfAll({ entity, fields }: Searched, userId: string, typed: string): Sql {
  const [exact, begins] = [
    isAnyField(fields, isEqual(typed)),
    isAnyField(fields, startsWith(typed)),
  ]
  // A text that is equal to the search, or begins with it, also contains it.
  const found = isSingleCharacter(typed) ? begins : containsNumber(entity, fields, typed)
  const rank = sql`case when ${exact} then 0 when ${begins} then 1 else 2 end`
  return sql`select ${rank} as rank, id from ${sql.table(entity.name)} as record
    where user_id = ${userId} and ${found} ${bestFirst(entity)}`
}

/**
 * Reads indexes. Other matches are looked for only if exact matches and beginnings are too few. Reads only IDs and labels until
 * the best are known: PostgreSQL would take longer to parse and plan all columns than to run the query.
 */
function selectBest({ entity, fields }: Searched, userId: string, typed: string): Sql {
  const most = sql.lit(MAX_FOUND)
  const [exact, begins] = [
    isAnyField(fields, isEqual(typed)),
    isAnyField(fields, startsWith(typed)),
  ]
  const select = (rank: Sql, condition: Sql) => sql`(
    select ${rank} as rank, id, ${labelOf(entity)} as label
    from ${sql.table(entity.name)} as record where user_id = ${userId} and ${condition}
    ${bestFirst(entity)})`
  const few = sql`(select count(distinct id) from known) < ${most}`
  const [equal, starts] = [isExactReference(entity, typed), startsAnyReference(entity, typed)]
  const containsElsewhere = isAnyOf(
    isSingleCharacter(typed) ? [] : containsIndexedNumber(entity, typed),
  )
  const others = [
    select(sql`0`, sql`not ${few} and ${hasReference(entity)} and ${equal}`),
    select(
      sql`case when ${equal} then 0 else 1 end`,
      sql`${few} and ${hasReference(entity)} and ${starts}`,
    ),
    // One rank, so that an index has their order: a short text can be in every record.
    select(sql`2`, sql`${few} and ${containsElsewhere}`),
  ]
  return sql`with numbers as materialized (${select(sql`0`, exact)}
      union all ${select(sql`1`, sql`${begins} and not ${exact}`)}),
    known as materialized (select * from numbers union all ${selectReferences(entity, userId, typed)}),
    found as (select * from known union all ${sql.join(others, sql` union all `)})
    select rank, id from (select distinct on (id) * from found order by id, rank) as best
    order by rank, ${lowercase(sql.ref('label'))}, id limit ${most}`
}

const NEWEST_RECORDS = 1_000

/**
 * Selects, among the newest records with references, those with a reference that begins with the text. If these are enough, the
 * index of searches is not read: it would find every reference that begins with the text.
 */
function selectReferences(entity: Entity, userId: string, typed: string): Sql {
  const most = sql.lit(MAX_FOUND)
  return sql`(select 1 as rank, id, ${labelOf(entity)} as label from (
      select * from ${sql.table(entity.name)} as record where record.user_id = ${userId} and ${hasReference(entity)}
      order by record.id desc limit ${sql.lit(NEWEST_RECORDS)}) as record
    where (select count(*) from numbers) < ${most} and ${startsAnyReference(entity, typed)}
    order by id desc limit ${most})`
}

function startsAnyReference(entity: Entity, typed: string): Sql {
  return isAnyOf(startsReference(entity, typed))
}

function isExactReference(entity: Entity, typed: string): Sql {
  return isAnyOf(isSingleCharacter(typed) ? [] : isReference(entity, typed))
}

function isAnyOf(conditions: Sql[]): Sql {
  return conditions.length ? sql`(${sql.join(conditions, sql` or `)})` : sql`false`
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
    ...listSearched(entity),
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
