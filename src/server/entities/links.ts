/** What points to a record: counted before it is deleted (SPEC B24). */
import { sql } from 'kysely'
import { everyEntity } from '#core/entities.ts'
import { referencesOf } from '#core/entity.ts'
import type { EntityName } from '#core/fields.ts'
import { settlementFields } from '#core/settlement.ts'
import type { Database } from '#server/database/open.ts'

/** A table whose records keep what they point to from being deleted (SPEC B24). */
export const KEEPING: Partial<Record<EntityName, { table: string; column: string }>> = {
  trucks: { table: 'billing', column: 'truckId' },
}

const POINTING = [...everyEntity, { name: 'billing', fields: settlementFields }]

/** For each table with links to `to`: how many of its records point to this one. */
export async function linksTo(
  database: Database,
  userId: string,
  to: string,
  id: number,
): Promise<Record<string, number>> {
  const counts = POINTING.flatMap(({ name, fields }) => {
    const columns = referencesOf(fields).filter((reference) => reference.to === to)
    if (!columns.length) return []
    const points = columns.map((column) => sql`${sql.ref(column.name)} = ${id}`)
    return sql`select ${sql.lit(name)}::text as name, count(*) as count from ${sql.table(name)}
      where user_id = ${userId} and (${sql.join(points, sql` or `)})`
  })
  if (!counts.length) return {}
  const query = sql<{ name: string; count: number }>`${sql.join(counts, sql` union all `)}`
  const { rows } = await query.execute(database)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}
