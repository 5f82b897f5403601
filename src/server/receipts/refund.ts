/** Returns unapplied money to the broker (SPEC C198, 49 CFR 378). */
import type { z } from 'zod'
import { sql } from 'kysely'
import { negate, toCents } from '#core/money.ts'
import { receiptMessages } from '#core/receipts/messages.ts'
import type { endSchema, refundReceiptSchema } from '#core/receipts/requests.ts'
import type { Receipt } from '#core/receipts/responses.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { badField, notFound, RequestError } from '#server/errors.ts'
import { postEntries } from '#server/receivables/ledger.ts'
import { rejectMoreThanUnapplied } from './apply.ts'
import { confirmDay } from './confirm.ts'
import { lockReceipt, readReceipt, readRefunds, rejectReversedReceipt } from './rows.ts'

/** Refunds unapplied money to the broker. Throws 400, 404, 409. */
export function refundReceipt(
  database: Database,
  userId: string,
  id: number,
  { confirmed, ...refund }: z.output<typeof refundReceiptSchema>,
  request: Repeatable,
): Promise<Receipt> {
  return runIdempotent(database, userId, request, async (work) => {
    const receipt = await lockReceipt(work, userId, id)
    rejectReversedReceipt(receipt)
    const { brokerId, receivedOn } = receipt
    const { day, amount } = refund
    if (day < receivedOn) throw badField('day', receiptMessages.beforeReceipt(receivedOn))
    const refunded = { total: toCents(amount), day, field: 'amount' }
    await rejectMoreThanUnapplied(work, userId, receipt, refunded)
    await work
      .insertInto('receiptRefunds')
      .values({ userId, receiptId: id, ...refund, endedOn: null, endedReason: null })
      .execute()
    await postEntries(work, userId, [
      { brokerId, invoiceId: null, day, kind: 'refund', amount, receiptId: id },
    ])
    confirmDay('day', day, confirmed)
    return readReceipt(work, userId, id)
  })
}

/** Ends a refund that the broker never cashed. The money is unapplied again. Throws 400, 404, 409. */
export function endRefund(
  database: Database,
  userId: string,
  { id, refundId }: { id: number; refundId: number },
  { day, reason, confirmed }: z.output<typeof endSchema>,
): Promise<Receipt> {
  return inTransaction(database, async (work) => {
    const { brokerId } = await lockReceipt(work, userId, id)
    const refund = (await readRefunds(work, userId, id)).find((one) => one.id === refundId)
    if (!refund) throw notFound()
    if (refund.endedOn !== null) throw new RequestError(409, receiptMessages.ended(refund.endedOn))
    if (day < refund.day) throw badField('day', receiptMessages.endLater(refund.day))
    await work
      .updateTable('receiptRefunds')
      .set({ endedOn: day, endedReason: reason })
      .set({ version: sql<number>`version + 1`, updatedAt: sql<string>`now()` })
      .where('userId', '=', userId)
      .where('id', '=', refundId)
      .execute()
    const amount = negate(refund.amount)
    await postEntries(work, userId, [
      { brokerId, invoiceId: null, day, kind: 'refund-reversal', amount, receiptId: id },
    ])
    confirmDay('day', day, confirmed)
    return readReceipt(work, userId, id)
  })
}
