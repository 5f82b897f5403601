/** Changes one record within a larger transaction, as an import does (SPEC C59). */
import type { Entity } from '#core/entities/entity.ts'
import type { Work } from '#server/database/open.ts'
import { changeLocked } from './after-update.ts'
import { columnsAndValues, updateRow, type Values } from './rows.ts'
import { keepChanged, type Operation } from './undo/keep.ts'

/** Lock the record first. `values`: only those that change. Undo brings them back (SPEC C44). */
export async function changeRecord(
  work: Work,
  operation: Operation,
  entity: Entity,
  id: number,
  values: Values,
): Promise<void> {
  const { userId } = operation
  await changeLocked(work, userId, entity, [id], async () => {
    await keepChanged(work, operation, entity, [id], columnsAndValues(entity.fields, values))
    await updateRow(work, userId, entity, { id, version: undefined }, values)
  })
}
