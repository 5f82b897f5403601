/** Finds one account's records of every entity by number or name, in one query (SPEC B40). */
import { sql } from 'kysely'
import { everyEntity } from '#core/entities/entities.ts'
import type { Entity } from '#core/entities/entity.ts'
import {
  detailColumn,
  isSingleCharacter,
  MOST_FOUND,
  searchedFields,
  type Found,
} from '#core/search/search.ts'
import type { Member } from '#core/team/member.ts'
import { hideFields } from '#core/team/visible-listing.ts'
import type { Database } from '#server/database/open.ts'
import { containsText, escapeLike, lowercase } from '#server/lists/query/search.ts'
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
  const select = (rank: number, condition: Sql) => sql`(
    select ${sql.lit(rank)} as rank, ${label} collate "default" as label, record.*
    from ${sql.table(entity.name)} as record where user_id = ${userId} and ${condition}
    order by ${lowercase(label)}, id limit ${sql.lit(MOST_FOUND)})`
  const [exact, begins, contains] = matchesByRank(searched, typed)
  return sql`(with first as materialized (${select(0, exact)} union all ${select(1, begins)}),
    other as ${select(2, sql`(select count(*) from first) < ${sql.lit(MOST_FOUND)} and ${contains}`)}
    select rank, ${sql.lit(position)} as position, label, id,
      ${sql.lit(entity.name)} as entity, ${shownFields(entity)} as record
    from (select * from first union all select * from other) as found
    order by rank, ${lowercase(sql.ref('label'))}, id limit ${sql.lit(MOST_FOUND)})`
}

/** Separate conditions, so that an index serves each. No record meets two of them. */
function matchesByRank({ entity, fields }: Searched, typed: string): [Sql, Sql, Sql] {
  const exact = isAnyField(fields, sql`= lower(${typed})`)
  const begins = isAnyField(fields, sql`like lower(${`${escapeLike(typed)}%`})`)
  const contains = isAnyField(fields, sql`like lower(${`%${escapeLike(typed)}%`})`)
  return [
    exact,
    sql`${begins} and not ${exact}`,
    isSingleCharacter(typed)
      ? sql`false`
      : sql`${contains} and not ${begins}${andIndexed(entity, typed)}`,
  ]
}

function isAnyField(fields: string[], comparison: Sql): Sql {
  const [first, ...others] = fields.map((name) => lowercase(sql.ref(`record.${name}`)))
  // A single field is never null, and `coalesce` would hide it from its index.
  if (first && !others.length) return sql`${first} ${comparison}`
  const all = [first, ...others].map((field) => sql`coalesce(${field} ${comparison}, false)`)
  return sql`(${sql.join(all, sql` or `)})`
}

/** Load numbers are part of the text that the index of searches has. */
function andIndexed(entity: Entity, typed: string): Sql {
  return entity.name === 'loads'
    ? sql` and ${sql.join(containsText(entity, typed), sql` and `)}`
    : sql``
}

function shownFields(entity: Entity): Sql {
  const names = ['id', entity.label, ...(detailColumn(entity)?.fields ?? [])]
  return sql`json_build_object(${sql.join(names.map((name) => sql`${sql.lit(name)}, ${sql.ref(name)}`))})`
}
