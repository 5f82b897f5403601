/** Changes the check number and the memo of a posted payment (SPEC C353). */
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Payment, editPaymentSchema } from '#core/payments/payments.ts'
import type { Database } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { confirmCheckNumber } from './confirm.ts'
import { lockPayment } from './lock-payment.ts'
import { readPayment } from './rows.ts'

/**
 * An omitted value stays as it is. The statements that the payment covers show the new number. Throws 404, 412, and 409 for a used
 * check number, and if a file for the accountant has the old one.
 */
export function editPayment(
  database: Database,
  userId: string,
  id: number,
  { confirmed, ...changes }: z.output<typeof editPaymentSchema>,
  version?: number,
): Promise<Payment> {
  return inTransaction(database, async (work) => {
    const { payment } = await lockPayment(work, userId, id, version)
    const { method } = payment
    const reference = changes.reference ?? null
    if (changes.reference !== undefined && reference !== payment.reference)
      await confirmCheckNumber(work, userId, { method, reference, except: id }, confirmed)
    await work
      .updateTable('payouts')
      .set(changes)
      .set({ version: sql<number>`version + 1`, updatedAt: sql<string>`now()` })
      .where('userId', '=', userId)
      .where('id', '=', id)
      .execute()
    return readPayment(work, userId, id)
  })
}
