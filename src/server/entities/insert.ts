/** Inserts many new records of one entity at once. */
import { sql } from 'kysely'
import { settableFields, type Entity } from '#core/entities/entity.ts'
import type { Work } from '#server/database/open.ts'
import { toParameter } from '#server/database/values.ts'
import { reserveIds, sealValues } from '#server/database/secrets/records.ts'
import type { Values } from './rows.ts'
import { keepCreated, type Operation } from './undo/keep.ts'

/**
 * One statement: pass at most a few hundred records. They can be undone together (SPEC C44). Returns their ids in the
 * same order.
 */
export async function insertRecords(
  work: Work,
  operation: Operation,
  entity: Entity,
  records: Values[],
): Promise<number[]> {
  const ids = await insertRows(work, operation.userId, entity, records)
  if (ids.length) await keepCreated(work, operation, entity, ids)
  return ids
}

/** Like `insertRecords`, but can't be undone. */
export async function insertRows(
  work: Work,
  userId: string,
  entity: Entity,
  records: Values[],
): Promise<number[]> {
  const names = Object.keys(settableFields(entity.fields))
  if (!records.length) return []
  const ids = await reserveIds(work, entity.name, records.length)
  const tuples = records.map((values, index) => {
    const id = ids[index] ?? 0
    const sealed = sealValues(work, entity, { userId, id }, values)
    return sql`(${userId}, ${id}, ${sql.join(names.map((field) => toParameter(sealed[field])))})`
  })
  await sql`insert into ${sql.table(entity.name)}
    (user_id, id, ${sql.join(names.map((field) => sql.ref(field)))})
    overriding system value values ${sql.join(tuples)}`.execute(work)
  return ids
}
