/** Finds records whose numbers mean the same: doubles of the time before numbers were compared by value (SPEC C433, C501). */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Entity } from '#core/entities/entity.ts'
import type { Doubles } from '#core/merging/merging.ts'
import type { Database } from '#server/database/open.ts'

/** More are shown when these are merged. */
const MOST_SHOWN = 50

type Row = { number: string; ids: number[]; labels: string[] }

export async function findDoubles(
  database: Database,
  userId: string,
  { name, label, fields }: Entity,
): Promise<Doubles> {
  const doubles: Doubles = []
  for (const [field, { key }] of Object.entries(fields)) {
    if (!key) continue
    const column = sql.ref(field)
    // Drivers with the same license number of two states are two drivers (SPEC C59).
    const state = field === 'licenseNumber' ? sql.ref('licenseState') : sql`''`
    const { rows } = await sql<Row>`
      select (array_agg(number order by id))[1] as number, array_agg(id order by id) as ids, array_agg(label order by id) as labels
      from (select id, ${sql.ref(label)}::text as label, ${column}::text as number,
          ${sql.ref(key.sql)}(${column}) as meant, ${state} as state
        from ${sql.table(name)} where user_id = ${userId} and ${column} is not null and ${column} <> '') as numbered
      group by meant, state having count(*) > 1 order by min(id) limit ${MOST_SHOWN}`.execute(
      database,
    )
    for (const { number, ids, labels } of rows) {
      const records = ids.map((id, at) => ({ id: Number(id), label: labels[at] ?? '' }))
      // Brokers with one MC number often have one DOT number too.
      if (!doubles.some((other) => isDeepStrictEqual(other.records, records)))
        doubles.push({ field, number, records })
    }
  }
  return doubles
}
