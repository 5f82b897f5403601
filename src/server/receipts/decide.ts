/** Records differences without money, and undoes differences (SPEC C194). */
import type { z } from 'zod'
import { receiptMessages } from '#core/receipts/messages.ts'
import type { endSchema, newDifferencesSchema, NewReceiptPart } from '#core/receipts/requests.ts'
import type { InvoiceReceipts } from '#core/receipts/responses.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { badField, notFound, RequestError } from '#server/errors.ts'
import { readInvoiceFacts } from '#server/invoices/read-invoices.ts'
import { updatePaymentStatus } from '#server/invoices/payment-status.ts'
import { confirmDay } from './confirm.ts'
import { endLiveDifferences } from './end-differences.ts'
import { readInvoiceReceipts } from './of-invoice.ts'
import { lockPaidInvoices } from './paid-invoices.ts'
import { postParts } from './posting/post-parts.ts'
import { lockBroker, lockReceipt, readDifferences } from './rows.ts'

type Decided = z.output<typeof newDifferencesSchema> & { parts: NewReceiptPart[] }

/** Returns the ids of the invoices. Throws 400 at a field, and 409 for an unusual day. */
export function decideDifferences(
  database: Database,
  userId: string,
  { brokerId, day, parts, confirmed }: Decided,
  request: Repeatable,
): Promise<{ invoiceIds: number[] }> {
  return runIdempotent(database, userId, request, async (work) => {
    if (!(await lockBroker(work, userId, brokerId)))
      throw badField('brokerId', receiptMessages.noBroker)
    const posted = {
      brokerId,
      receiptId: null,
      receivedOn: null,
      day,
      wasUnapplied: false,
      personId: request.personId,
    }
    await postParts(work, userId, posted, parts)
    confirmDay('day', day, confirmed)
    return { invoiceIds: parts.map(({ invoiceId }) => invoiceId) }
  })
}

/** Undoes a difference. The open amount of the invoice increases by its amount. Throws 400, 404, 409. */
export function undoDifference(
  database: Database,
  userId: string,
  id: number,
  { day, reason, confirmed }: z.output<typeof endSchema>,
): Promise<InvoiceReceipts> {
  return inTransaction(database, async (work) => {
    const [found] = await readDifferences(work, userId, { id })
    if (!found) throw notFound()
    if (found.receiptId !== null) await lockReceipt(work, userId, found.receiptId)
    const invoices = await lockPaidInvoices(work, userId, [found.invoiceId])
    // Another request may have ended it while this one waited.
    const difference = (await readDifferences(work, userId, { id }))[0] ?? found
    const { creditNoteId, endedOn, invoiceId } = difference
    if (endedOn !== null) throw new RequestError(409, receiptMessages.ended(endedOn))
    if (creditNoteId !== null) {
      const [credit] = await readInvoiceFacts(work, userId, { ids: [creditNoteId] })
      throw new RequestError(409, receiptMessages.acceptedStays(credit?.number ?? ''))
    }
    if (day < difference.day) throw badField('day', receiptMessages.endLater(difference.day))
    const brokerId = invoices.get(invoiceId)?.brokerId ?? 0
    await endLiveDifferences(work, userId, brokerId, [difference], {
      ended: 'undone',
      endedOn: day,
      endedReason: reason,
    })
    await updatePaymentStatus(work, userId, [invoiceId])
    confirmDay('day', day, confirmed)
    return readInvoiceReceipts(work, userId, invoiceId)
  })
}
