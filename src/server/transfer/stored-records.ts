/** Reads the stored records that rows of a file can mean (SPEC C59). */
import { sql } from 'kysely'
import type { AnyRecord, Entity } from '#core/entities/entity.ts'
import { foldKey, identify, listKeys } from '#core/transfer/existing.ts'
import type { Database, Work } from '#server/database/open.ts'
import { openRecord } from '#server/database/secrets/records.ts'
import type { RowValues } from './read-row.ts'

/** With `lock`, the records stay as they are until the transaction ends. */
export async function readStored(
  work: Database | Work,
  userId: string,
  entity: Entity,
  rows: RowValues[],
  lock: boolean,
): Promise<AnyRecord[]> {
  const conditions = listKeys(entity).flatMap((key) => {
    const values = [...new Set(rows.map((row) => row[key]).filter((value) => foldKey(value)))]
    if (!values.length) return []
    const numberKey = entity.fields[key]?.key
    if (numberKey) {
      const same = values.map((value) => identify(entity.fields, key, value))
      return [sql`${sql.ref(numberKey.sql)}(${sql.ref(key)}) = any(${same})`]
    }
    const folded = values.map(foldKey)
    if (!entity.fields[key]?.unique) return sql`lower(${sql.ref(key)}) = any(${folded})`
    // The expression of loads_search_idx.
    const lower = sql`lower(${sql.ref(key)} collate "default") collate "C"`
    return [sql`${sql.ref(key)} = any(${values})`, sql`${lower} = any(${folded})`]
  })
  if (!conditions.length) return []
  const { rows: found } = await sql<AnyRecord>`select * from ${sql.table(entity.name)}
    where user_id = ${userId} and (${sql.join(conditions, sql` or `)})
    order by id ${lock ? sql`for no key update` : sql``}`.execute(work)
  return found.map((record) => openRecord(work, entity, record))
}
