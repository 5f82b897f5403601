/** Changes one record within a larger transaction, as an import does (SPEC C59). */
import type { AnyRecord, Entity } from '#core/entities/entity.ts'
import type { Work } from '#server/database/open.ts'
import { assignFirstPayee } from '#server/settlements/payee/first-payee.ts'
import { updateRow, type Values } from './rows.ts'

/** Lock the record first. `values`: only those that change. */
export async function changeRecord(
  work: Work,
  userId: string,
  entity: Entity,
  before: AnyRecord,
  values: Values,
): Promise<void> {
  await updateRow(work, userId, entity, { id: before.id, version: undefined }, values)
  if (entity.name === 'trucks')
    await assignFirstPayee(work, userId, before, { ...before, ...values })
}
