/** Finds one account's records of every entity by number or name, in one query. */
import { sql, type RawBuilder } from 'kysely'
import { everyEntity } from '#core/entities/entities.ts'
import type { Entity } from '#core/entities/entity.ts'
import { detailColumn, MOST_FOUND, searchedFields, type Found } from '#core/search/search.ts'
import type { Database } from '#server/database/open.ts'
import { literal } from '#server/lists/search-sql.ts'

type Sql = RawBuilder<unknown>

/** Of each entity the first few; all that are called exactly so, then what begins so, then what holds it. Nothing typed finds nothing. */
export async function findRecords(
  database: Database,
  userId: string,
  typed: string,
): Promise<Found[]> {
  if (typed === '') return []
  const parts = everyEntity.map((entity, kind) => findIn(entity, kind, userId, typed))
  const { rows } = await sql<Found>`select entity, record
    from (${sql.join(parts, sql` union all `)}) as found
    order by rank, kind, called, id`.execute(database)
  return rows
}

function findIn(entity: Entity, kind: number, userId: string, typed: string): Sql {
  const hits = hitsBy(entity, typed).map(
    (hit, rank) => sql`(
    select ${sql.lit(rank)} as rank, ${called(entity.label)} as called, found.*
    from ${sql.table(entity.name)} as found where user_id = ${userId} and ${hit}
    order by called, id limit ${sql.lit(MOST_FOUND)})`,
  )
  return sql`(select rank, ${sql.lit(kind)} as kind, called, id,
      ${sql.lit(entity.name)} as entity, ${shown(entity)} as record
    from (${sql.join(hits, sql` union all `)}) as found
    order by rank, called, id limit ${sql.lit(MOST_FOUND)})`
}

/** Each a question of its own, so that the first two are answered out of an index; no record answers two. */
function hitsBy(entity: Entity, typed: string): Sql[] {
  const exact = anyField(entity, sql`= lower(${typed})`)
  const begins = anyField(entity, sql`like lower(${`${literal(typed)}%`})`)
  const holds = anyField(entity, sql`like lower(${`%${literal(typed)}%`})`)
  return [exact, sql`${begins} and not ${exact}`, sql`${holds} and not ${begins}`]
}

function anyField(entity: Entity, comparison: Sql): Sql {
  const one = (name: string) => sql`coalesce(${called(name)} ${comparison}, false)`
  const fields = searchedFields(entity)
  // `coalesce` would hide a single field, which is never null, from its index.
  if (fields.length === 1) return sql`${called(entity.label)} ${comparison}`
  return sql`(${sql.join(fields.map(one), sql` or `)})`
}

/** "C" is the order in which an index finds how a text begins, whatever the database's own is. */
function called(name: string): Sql {
  return sql`lower(${sql.ref(name)}) collate "C"`
}

function shown(entity: Entity): Sql {
  const names = ['id', entity.label, ...(detailColumn(entity)?.fields ?? [])]
  return sql`json_build_object(${sql.join(names.map((name) => sql`${sql.lit(name)}, ${sql.ref(name)}`))})`
}
