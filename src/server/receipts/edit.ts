/** Edits a posted receipt: only its deposit day and its note can change (SPEC C196). */
import { sql } from 'kysely'
import type { z } from 'zod'
import type { editReceiptSchema } from '#core/receipts/requests.ts'
import type { Receipt } from '#core/receipts/responses.ts'
import type { Database } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { checkDepositDay } from './confirm.ts'
import { lockReceipt, readReceipt } from './rows.ts'

/** Edits a receipt. An omitted value stays as it is. Throws 404, 412, and 400 or 409 for the deposit day. */
export function editReceipt(
  database: Database,
  userId: string,
  id: number,
  { confirmed, ...changes }: z.output<typeof editReceiptSchema>,
  version?: number,
): Promise<Receipt> {
  return inTransaction(database, async (work) => {
    const { receivedOn, ...saved } = await lockReceipt(work, userId, id, version)
    const { depositedOn } = changes
    if (depositedOn !== saved.depositedOn) checkDepositDay({ receivedOn, depositedOn }, confirmed)
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
