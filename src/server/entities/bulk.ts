/** Changes or deletes many records of one account. Records that cannot be changed are reported; the others are done. */
import { sql } from 'kysely'
import type { BulkResponse, BulkFailure, BulkRequest } from '#core/entities/bulk.ts'
import type { Entity } from '#core/entities/entity.ts'
import { cannotDeleteMessage } from '#core/messages.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { NEXT_VERSION_SQL } from '#server/database/values.ts'
import { countRecordUse } from '#server/settlements/settlement/record-use.ts'
import { columnsAndValues, deleteRows, lockRows } from './rows.ts'

/** One transaction: either everything the response reports was done, or nothing. */
export function changeMany(
  database: Database,
  userId: string,
  entity: Entity,
  { ids, set }: BulkRequest,
  request: Repeatable,
): Promise<BulkResponse> {
  return runIdempotent(database, userId, request, async (work) => {
    const found = await lockRows(work, userId, entity, ids)
    const foundIds = found.map(({ id }) => id)
    const kept = set ? new Map<number, string>() : await findKept(work, userId, entity, foundIds)
    const free = foundIds.filter((id) => !kept.has(id))
    await (set ? setAll(work, userId, entity, free, set) : deleteRows(work, userId, entity, free))
    const labels = new Map(found.map(({ id, label }) => [id, label]))
    return { done: free.length, failed: listFailures(ids, labels, kept) }
  })
}

/** A record that already has the values keeps its version. */
async function setAll(
  work: Work,
  userId: string,
  { name, fields }: Entity,
  ids: number[],
  set: Record<string, string>,
): Promise<void> {
  const { names, row } = columnsAndValues(fields, set)
  const columns = sql.join(names.map((field) => sql.ref(field)))
  await sql`update ${sql.table(name)}
    set ${sql.join(names.map((field, index) => sql`${sql.ref(field)} = ${row[index]}`))},
      ${NEXT_VERSION_SQL}
    where user_id = ${userId} and id = any(${ids})
      and (${columns}) is distinct from (${sql.join(row)})`.execute(work)
}

/** The records that may not be deleted, each with the reason (SPEC B24, C10). */
async function findKept(
  work: Work,
  userId: string,
  entity: Entity,
  ids: number[],
): Promise<Map<number, string>> {
  const used = await countRecordUse(work, userId, entity.name, ids)
  return new Map([...used].map(([id, use]) => [id, cannotDeleteMessage(entity, use)]))
}

function listFailures(
  ids: number[],
  labels: Map<number, string>,
  kept: Map<number, string>,
): BulkFailure[] {
  return ids.flatMap((id) => {
    const message = labels.has(id) ? kept.get(id) : 'Not found'
    return message === undefined ? [] : [{ id, label: labels.get(id) ?? null, message }]
  })
}
