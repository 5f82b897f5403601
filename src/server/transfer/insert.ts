/** Writes many new records of one entity at once. */
import { sql } from 'kysely'
import type { Entity } from '#core/entity.ts'
import type { Work } from '#server/database/open.ts'
import type { CheckedRow, Values } from './check-rows.ts'

/** Rows without values are passed over. One statement: the caller keeps the number of rows in the hundreds. */
export async function insertRecords(
  work: Work,
  userId: string,
  { name, fields }: Entity,
  rows: CheckedRow[],
): Promise<void> {
  const names = Object.keys(fields)
  const records = rows.flatMap(({ values }) => (values ? [values] : []))
  if (!records.length) return
  const tuples = records.map(
    (values) => sql`(${userId}, ${sql.join(names.map((field) => parameterOf(values, field)))})`,
  )
  await sql`insert into ${sql.table(name)}
    (user_id, ${sql.join(names.map((field) => sql.ref(field)))})
    values ${sql.join(tuples)}`.execute(work)
}

/** A list is handed over as JSON text: the driver would make a PostgreSQL array of it. */
function parameterOf(values: Values, field: string): unknown {
  const value = values[field]
  return Array.isArray(value) ? JSON.stringify(value) : value
}
