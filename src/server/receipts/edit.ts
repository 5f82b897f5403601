/** Edits a posted receipt: only its deposit day and its note can change (SPEC C196). */
import { sql } from 'kysely'
import type { ValuesOf } from '#core/fields/field.ts'
import type { editableFields } from '#core/receipts/receipts.ts'
import type { Receipt } from '#core/receipts/responses.ts'
import type { Database } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { lockReceipt, readReceipt } from './rows.ts'

/** Edits a receipt. An omitted value stays as it is. Throws 404, 412. */
export function editReceipt(
  database: Database,
  userId: string,
  id: number,
  changes: Partial<ValuesOf<typeof editableFields>>,
  version?: number,
): Promise<Receipt> {
  return inTransaction(database, async (work) => {
    await lockReceipt(work, userId, id, version)
    await work
      .updateTable('receipts')
      .set(changes)
      .set({ version: sql<number>`version + 1`, updatedAt: sql<string>`now()` })
      .where('userId', '=', userId)
      .where('id', '=', id)
      .execute()
    return readReceipt(work, userId, id)
  })
}
