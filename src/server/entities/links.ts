/** Counts the links to a record before it is deleted, and clears them when it is deleted (SPEC B24). */
import { sql } from 'kysely'
import { everyEntity } from '#core/entities/entities.ts'
import { listReferences } from '#core/entities/entity.ts'
import type { Fields } from '#core/fields/field.ts'
import type { Database, Work } from '#server/database/open.ts'
import { NEXT_VERSION_SQL } from '#server/database/values.ts'
import { countRecordUse } from '#server/settlements/settlement/record-use.ts'

/** The number of records that link to record `id` of `entity`, by table. Tables that cannot link are left out. */
export async function countLinks(
  database: Database,
  userId: string,
  entity: string,
  id: number,
): Promise<Record<string, number>> {
  const links = await countEntityLinks(database, userId, entity, id)
  const use = (await countRecordUse(database, userId, entity, [id])).get(id)
  if (entity === 'trucks') return { ...links, billing: use?.billing ?? 0 }
  return { ...links, ...use }
}

async function countEntityLinks(
  database: Database,
  userId: string,
  to: string,
  id: number,
): Promise<Record<string, number>> {
  const counts = everyEntity.flatMap(({ name, fields }) => {
    const columns = listLinkColumns(to, fields)
    if (!columns.length) return []
    const conditions = columns.map((column) => sql`${column} = ${id}`)
    return sql`select ${sql.lit(name)}::text as name, count(*) as count from ${sql.table(name)}
      where user_id = ${userId} and (${sql.join(conditions, sql` or `)})`
  })
  if (!counts.length) return {}
  const query = sql<{ name: string; count: number }>`${sql.join(counts, sql` union all `)}`
  const { rows } = await query.execute(database)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

/**
 * Sets the links to the records `ids` to null. Each is a change with a new version (SPEC B22): the database's
 * `on delete set null` would keep the version, and a form that is already open would not detect the change. Lock
 * the records first, so that no link is added in the meantime.
 */
export async function clearLinks(
  work: Work,
  userId: string,
  to: string,
  ids: number[],
): Promise<void> {
  for (const { name, fields } of everyEntity) {
    const columns = listLinkColumns(to, fields)
    if (!columns.length) continue
    const linked = columns.map((column) => sql`${column} = any(${ids})`)
    const cleared = columns.map(
      (column, index) => sql`${column} = case when ${linked[index]} then null else ${column} end`,
    )
    await sql`update ${sql.table(name)}
      set ${sql.join(cleared)}, ${NEXT_VERSION_SQL}
      where user_id = ${userId} and (${sql.join(linked, sql` or `)})`.execute(work)
  }
}

function listLinkColumns(to: string, fields: Fields) {
  const columns = listReferences(fields).filter((reference) => reference.to === to)
  return columns.map(({ name }) => sql.ref(name))
}
