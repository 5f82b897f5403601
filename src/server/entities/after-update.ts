/** Follow-up work after a change of records, in the same transaction. Imports only add records. */
import { sql } from 'kysely'
import type { AnyRecord } from '#core/entities/entity.ts'
import type { Work } from '#server/database/open.ts'
import { selectRecords } from '#server/lists/query/select.ts'
import type { Listed } from '#server/lists/types.ts'
import { assignFirstPayee } from '#server/settlements/payee/first-payee.ts'

type AfterUpdate = (
  work: Work,
  userId: string,
  before: AnyRecord,
  after: AnyRecord,
) => Promise<void>

export const AFTER_UPDATE: Record<string, AfterUpdate | undefined> = { trucks: assignFirstPayee }

/** Runs `change` on records that the caller has locked, and the follow-up work. */
export async function changeLocked(
  work: Work,
  userId: string,
  entity: Listed,
  ids: number[],
  change: () => Promise<void>,
): Promise<void> {
  const afterUpdate = AFTER_UPDATE[entity.name]
  if (!afterUpdate) return change()
  const before = await findRows(work, userId, entity, ids)
  await change()
  for (const after of await findRows(work, userId, entity, ids)) {
    const previous = before.find(({ id }) => id === after.id)
    if (previous) await afterUpdate(work, userId, previous, after)
  }
}

async function findRows(
  work: Work,
  userId: string,
  entity: Listed,
  ids: number[],
): Promise<AnyRecord[]> {
  const query = sql<AnyRecord>`${selectRecords(entity, userId)}
    and record.id = any(${ids}) order by record.id`
  return (await query.execute(work)).rows
}
