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
import { lowercase } from '#server/lists/query/search.ts'
import {
  containsNumber,
  containsText,
  escapeLike,
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

/** Other matches are looked for only if exact matches and beginnings are too few. */
function selectFound(searched: Searched, userId: string, typed: string): Sql {
  const { entity, position } = searched
  const label = sql.ref(entity.label)
  const [exact, begins, contains] = matchesByRank(searched, typed)
  const byReference = matchesByReference(entity, typed)
  const select = (rank: number, condition: Sql) => sql`(
    select ${sql.lit(rank)} as rank, ${label} collate "default" as label, record.*
    from ${sql.table(entity.name)} as record where user_id = ${userId} and ${condition}
    order by ${lowercase(label)}, id limit ${sql.lit(MAX_FOUND)})`
  const few = sql`(select count(*) from first) < ${sql.lit(MAX_FOUND)}`
  const first = [
    select(0, exact),
    select(1, begins),
    ...byReference.exact.map((is) => select(0, is)),
  ]
  const other = [
    ...byReference.begins.map((starts) => selectReferences(searched, userId, starts, few)),
    select(2, sql`${few} and ${contains}`),
  ]
  return sql`(with first as materialized (${sql.join(first, sql` union all `)}),
    other as (${sql.join(other, sql` union all `)}),
    best as (select distinct on (id) * from (select * from first union all select * from other) as found
      order by id, rank)
    select rank, ${sql.lit(position)} as position, label, id,
      ${sql.lit(entity.name)} as entity, ${shownFields(entity)} as record
    from best order by rank, ${lowercase(sql.ref('label'))}, id limit ${sql.lit(MAX_FOUND)})`
}

/** Read in 4 ms. */
const NEWEST_RECORDS = 5_000

/**
 * The newest records with a reference that begins with the text. Many can begin alike, so only the newest records are
 * read until a page is full; if they do not fill it, the index of searches finds the rest.
 */
function selectReferences({ entity }: Searched, userId: string, starts: Sql, few: Sql): Sql {
  const from = sql`from ${sql.table(entity.name)} as record where record.user_id = ${userId}`
  const most = sql.lit(MAX_FOUND)
  // "+ 0" keeps PostgreSQL from reading in the order of IDs.
  return sql`(with recent as materialized (
      select record.* from (select record.* ${from} order by record.id desc limit ${sql.lit(NEWEST_RECORDS)}) as record
      where ${few} and ${starts} order by record.id desc limit ${most}),
    older as (select record.* ${from} and ${few} and (select count(*) from recent) < ${most} and ${starts}
      order by record.id + 0 desc limit ${most})
    select 1 as rank, ${sql.ref(entity.label)} collate "default" as label, reference.*
    from (select * from recent union all select * from older) as reference)`
}

/** Conditions on `record`; none for an entity without references. */
function matchesByReference(entity: Entity, typed: string): { exact: Sql[]; begins: Sql[] } {
  return {
    exact: isSingleCharacter(typed) ? [] : isReference(entity, typed),
    begins: startsReference(entity, typed),
  }
}

/** Separate conditions, so that an index serves each. */
function matchesByRank({ entity, fields }: Searched, typed: string): [Sql, Sql, Sql] {
  const exact = isAnyField(fields, sql`= lower(${typed})`)
  const begins = isAnyField(fields, sql`like lower(${`${escapeLike(typed)}%`})`)
  const contains = containsNumber(entity, fields, typed)
  return [
    exact,
    sql`${begins} and not ${exact}`,
    isSingleCharacter(typed)
      ? sql`false`
      : sql`${contains} and not ${begins}${buildIndexCondition(entity, typed)}`,
  ]
}

function isAnyField(fields: string[], comparison: Sql): Sql {
  const [first, ...others] = fields.map((name) => lowercase(sql.ref(`record.${name}`)))
  // A single field is never null, and `coalesce` would hide it from its index.
  if (first && !others.length) return sql`${first} ${comparison}`
  const all = [first, ...others].map((field) => sql`coalesce(${field} ${comparison}, false)`)
  return sql`(${sql.join(all, sql` or `)})`
}

/** Load numbers and references are part of the text that the index of searches has. */
function buildIndexCondition(entity: Entity, typed: string): Sql {
  return entity.name === 'loads'
    ? sql` and ${sql.join(containsText(entity, typed), sql` and `)}`
    : sql``
}

function shownFields(entity: Entity): Sql {
  const names = [
    'id',
    entity.label,
    ...(detailColumn(entity)?.fields ?? []),
    ...listSearched(entity),
  ]
  return sql`json_build_object(${sql.join(names.map((name) => sql`${sql.lit(name)}, ${sql.ref(name)}`))})`
}
