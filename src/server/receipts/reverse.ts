/** Reverses a receipt, such as a bounced check: its invoices are open again (SPEC C196). */
import type { z } from 'zod'
import { receiptMessages } from '#core/receipts/messages.ts'
import type { reverseReceiptSchema } from '#core/receipts/requests.ts'
import type { Receipt } from '#core/receipts/responses.ts'
import { findEarliestReversal } from '#core/receipts/reversal.ts'
import type { Database } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { badField, RequestError } from '#server/errors.ts'
import { postEntries } from '#server/receivables/ledger.ts'
import { sql } from 'kysely'
import { updatePaymentStatus } from '#server/invoices/payment-status.ts'
import { confirmDay } from './confirm.ts'
import { endLiveDifferences } from './end-differences.ts'
import { lockPaidInvoices } from './paid-invoices.ts'
import {
  endReceiptParts,
  lockReceipt,
  readDifferences,
  readReceiptParts,
  readReceipt,
  readRefunds,
  rejectReversedReceipt,
} from './rows.ts'

/** Throws 400 at the day, 404, 409, 412. Credit notes and charges of accepted short pays are not reversed. */
export function reverseReceipt(
  database: Database,
  userId: string,
  id: number,
  { day, reason, confirmed }: z.output<typeof reverseReceiptSchema>,
  version?: number,
): Promise<Receipt> {
  return inTransaction(database, async (work) => {
    const receipt = await lockReceipt(work, userId, id, version)
    rejectReversedReceipt(receipt)
    const { brokerId, unapplied } = receipt
    const parts = await readReceiptParts(work, userId, id)
    const differences = await readDifferences(work, userId, { receiptId: id })
    const refunds = await readRefunds(work, userId, id)
    const [refund] = refunds.filter(({ endedOn }) => endedOn === null)
    if (refund) throw new RequestError(409, receiptMessages.refunded(refund))
    const earliest = findEarliestReversal({ ...receipt, parts, differences, refunds })
    if (day < earliest) throw badField('day', receiptMessages.reverseLater(earliest))
    const live = parts.filter(({ ended }) => ended === null)
    const invoiceIds = [...new Set([...live, ...differences].map(({ invoiceId }) => invoiceId))]
    await lockPaidInvoices(work, userId, invoiceIds)
    await endReceiptParts(
      work,
      userId,
      live.map((part) => part.id),
      { ended: 'reversed', endedOn: day },
    )
    const entry = { brokerId, day, kind: 'reversal', receiptId: id } as const
    await postEntries(work, userId, [
      ...live.map(({ invoiceId, amount }) => ({ ...entry, invoiceId, amount })),
      { ...entry, invoiceId: null, amount: unapplied },
    ])
    const ending = { ended: 'reversed', endedOn: day, endedReason: reason } as const
    await endLiveDifferences(work, userId, brokerId, differences, ending)
    await work
      .updateTable('receipts')
      .set({ reversedOn: day, reversalReason: reason })
      .set({ version: sql<number>`version + 1`, updatedAt: sql<string>`now()` })
      .where('userId', '=', userId)
      .where('id', '=', id)
      .execute()
    await updatePaymentStatus(work, userId, invoiceIds)
    confirmDay('day', day, confirmed)
    return readReceipt(work, userId, id)
  })
}
