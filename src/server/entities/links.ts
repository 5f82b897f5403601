/** What points to a record: counted before it is deleted, and cleared as it goes (SPEC B24). */
import { sql } from 'kysely'
import { everyEntity } from '#core/entities/entities.ts'
import { listReferences } from '#core/entities/entity.ts'
import type { EntityName, Fields } from '#core/fields/field.ts'
import { settlementFields } from '#core/settlements/settlement.ts'
import type { Database, Work } from '#server/database/open.ts'
import { NEXT_VERSION_SQL } from '#server/database/version.ts'

/** A table whose records keep what they point to from being deleted (SPEC B24). */
export const KEEPING: Partial<Record<EntityName, { table: string; column: string }>> = {
  trucks: { table: 'billing', column: 'truckId' },
}

const POINTING = [...everyEntity, { name: 'billing', fields: settlementFields }]

/** For each table with links to `to`: how many of its records point to this one. */
export async function countLinks(
  database: Database,
  userId: string,
  to: string,
  id: number,
): Promise<Record<string, number>> {
  const counts = POINTING.flatMap(({ name, fields }) => {
    const columns = listLinkColumns(to, fields)
    if (!columns.length) return []
    const points = columns.map((column) => sql`${column} = ${id}`)
    return sql`select ${sql.lit(name)}::text as name, count(*) as count from ${sql.table(name)}
      where user_id = ${userId} and (${sql.join(points, sql` or `)})`
  })
  if (!counts.length) return {}
  const query = sql<{ name: string; count: number }>`${sql.join(counts, sql` union all `)}`
  const { rows } = await query.execute(database)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

/**
 * A change like any other, with a version of its own (SPEC B22): the database's keys would clear them in silence,
 * and a form opened before would not hear of it. A settlement keeps whom it pays. The records `ids` have to be
 * locked, so that no link to them comes after.
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
    const pointing = columns.map((column) => sql`${column} = any(${ids})`)
    const cleared = columns.map(
      (column, index) => sql`${column} = case when ${pointing[index]} then null else ${column} end`,
    )
    await sql`update ${sql.table(name)}
      set ${sql.join(cleared)}, ${NEXT_VERSION_SQL}
      where user_id = ${userId} and (${sql.join(pointing, sql` or `)})`.execute(work)
  }
}

function listLinkColumns(to: string, fields: Fields) {
  const columns = listReferences(fields).filter((reference) => reference.to === to)
  return columns.map(({ name }) => sql.ref(name))
}
