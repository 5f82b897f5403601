/** Changes many records of one account at once. Each stands for itself: what can be done is done, the rest is named. */
import { sql } from 'kysely'
import type { BulkAnswer, BulkFailure, BulkRequest } from '#core/entities/bulk.ts'
import type { Entity } from '#core/entities/entity.ts'
import { cannotDeleteTruckMessage } from '#core/messages.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { NEXT_VERSION_SQL } from '#server/database/version.ts'
import { KEEPING } from './links.ts'
import { columnsAndValues, deleteRows, lockRows, type LockedRow } from './rows.ts'

/** In one transaction: either the whole answer is true, or nothing was done. */
export function changeMany(
  database: Database,
  userId: string,
  entity: Entity,
  { ids, set }: BulkRequest,
  request: Repeatable,
): Promise<BulkAnswer> {
  return runIdempotent(database, userId, request, async (work) => {
    const found = await lockRows(work, userId, entity, ids)
    const kept = set ? new Map<number, string>() : await findKept(work, userId, entity, found)
    const free = found.filter(({ id }) => !kept.has(id)).map(({ id }) => id)
    await (set ? setAll(work, userId, entity, free, set) : deleteRows(work, userId, entity, free))
    return { done: free.length, failed: listFailures(ids, found, kept) }
  })
}

/** A record that has the values already keeps its version: nothing of it has changed. */
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

/** Those that may not be deleted, each with the reason (SPEC B24). They are locked: no settlement can come between. */
async function findKept(
  work: Work,
  userId: string,
  entity: Entity,
  found: LockedRow[],
): Promise<Map<number, string>> {
  const keeping = KEEPING[entity.name]
  if (!keeping) return new Map()
  const { rows } = await sql<{ id: number; count: number }>`
    select ${sql.ref(keeping.column)} as id, count(*) as count from ${sql.table(keeping.table)}
    where user_id = ${userId} and ${sql.ref(keeping.column)} = any(${found.map(({ id }) => id)})
    group by 1`.execute(work)
  return new Map(rows.map(({ id, count }) => [id, cannotDeleteTruckMessage(entity, count)]))
}

function listFailures(ids: number[], found: LockedRow[], kept: Map<number, string>): BulkFailure[] {
  const labels = new Map(found.map(({ id, label }) => [id, label]))
  return ids.flatMap((id) => {
    const message = labels.has(id) ? kept.get(id) : 'Not found'
    return message === undefined ? [] : [{ id, label: labels.get(id) ?? null, message }]
  })
}
