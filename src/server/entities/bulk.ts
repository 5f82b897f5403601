/** Changes or deletes many records of one account. Records that cannot be changed are reported; the others are done. */
import { sql } from 'kysely'
import type { BulkResponse, BulkFailure, BulkRequest } from '#core/entities/bulk.ts'
import type { Entity } from '#core/entities/entity.ts'
import { cannotDeleteMessage, inUseMessage, type RecordUse } from '#core/messages.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import { withFieldErrors } from '#server/database/constraint-errors.ts'
import type { Database, Work } from '#server/database/open.ts'
import { NEXT_VERSION_SQL } from '#server/database/values.ts'
import { askAboutSettled, type LoadChange } from '#server/settlements/adjustments/ask-settled.ts'
import { countRecordUse } from '#server/settlements/settlement/record-use.ts'
import { changeLocked } from './after-update.ts'
import { columnsAndValues, deleteRows, lockRows } from './rows.ts'
import { keepChanged, type Operation } from './undo/keep.ts'

/**
 * One transaction: either everything the response reports was done, or nothing. It can be undone (SPEC C43, C44).
 * Throws 400 at the field for a link to a missing record, and 409 for loads of locked statements (SPEC C360).
 */
export function changeMany(
  database: Database,
  operation: Operation & LoadChange,
  entity: Entity,
  { ids, set }: BulkRequest,
  request: Repeatable,
): Promise<BulkResponse> {
  const { userId, permissions } = operation
  const describeUse = permissions.has('settlements') ? cannotDeleteMessage : inUseMessage
  return withFieldErrors(entity.name, entity.fields, set ?? {}, () =>
    runIdempotent(database, userId, request, async (work) => {
      const found = await lockRows(work, userId, entity, ids)
      const foundIds = found.map(({ id }) => id)
      const kept = set
        ? new Map<number, string>()
        : await findKept(work, userId, entity, foundIds, describeUse)
      const free = foundIds.filter((id) => !kept.has(id))
      const change = () =>
        set
          ? changeLocked(work, userId, entity, free, () =>
              setAll(work, operation, entity, free, set),
            )
          : deleteRows(work, operation, entity, free)
      await (entity.name === 'loads' ? askAboutSettled(work, operation, free, change) : change())
      const labels = new Map(found.map(({ id, label }) => [id, label]))
      return { done: free.length, failed: listFailures(ids, labels, kept) }
    }),
  )
}

/** A record that already has the values keeps its version. */
async function setAll(
  work: Work,
  operation: Operation,
  entity: Entity,
  ids: number[],
  set: Record<string, unknown>,
): Promise<void> {
  const { names, row } = columnsAndValues(entity.fields, set)
  await keepChanged(work, operation, entity, ids, { names, row })
  const columns = sql.join(names.map((field) => sql.ref(field)))
  await sql`update ${sql.table(entity.name)}
    set ${sql.join(names.map((field, index) => sql`${sql.ref(field)} = ${row[index]}`))},
      ${NEXT_VERSION_SQL}
    where user_id = ${operation.userId} and id = any(${ids})
      and (${columns}) is distinct from (${sql.join(row)})`.execute(work)
}

/** The records that can't be deleted, each with the reason (SPEC B24, C10). */
async function findKept(
  work: Work,
  userId: string,
  entity: Entity,
  ids: number[],
  describeUse: (entity: Entity, use: RecordUse) => string,
): Promise<Map<number, string>> {
  const used = await countRecordUse(work, userId, entity.name, ids)
  return new Map([...used].map(([id, use]) => [id, describeUse(entity, use)]))
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
