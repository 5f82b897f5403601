/** Applies unapplied money to invoices, and unapplies money from an invoice (SPEC C193, C198). */
import type { z } from 'zod'
import type { Day } from '#core/calendar.ts'
import { addUp, negate, toAmount, toCents } from '#core/money.ts'
import { receiptMessages } from '#core/receipts/messages.ts'
import type { applyReceiptSchema, NewReceiptPart } from '#core/receipts/requests.ts'
import type { Receipt } from '#core/receipts/responses.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { badField, notFound, RequestError } from '#server/errors.ts'
import { updatePaymentStatus } from '#server/invoices/payment-status.ts'
import { postEntries } from '#server/receivables/ledger.ts'
import { readLeastUnapplied } from '#server/receivables/least-open.ts'
import { confirmDay } from './confirm.ts'
import { endLiveDifferences } from './end-differences.ts'
import { lockPaidInvoices } from './paid-invoices.ts'
import { postParts } from './posting/post-parts.ts'
import {
  endReceiptParts,
  lockReceipt,
  readDifferences,
  readReceiptParts,
  readReceipt,
  rejectReversedReceipt,
} from './rows.ts'

type Applied = z.output<typeof applyReceiptSchema> & { parts: NewReceiptPart[] }

/** Applies unapplied money to invoices. Throws 400, 404, 409. */
export function applyReceipt(
  database: Database,
  userId: string,
  id: number,
  { day, parts, confirmed }: Applied,
  request: Repeatable,
): Promise<Receipt> {
  return runIdempotent(database, userId, request, async (work) => {
    const receipt = await lockReceipt(work, userId, id)
    rejectReversedReceipt(receipt)
    const { brokerId, receivedOn } = receipt
    if (day < receivedOn) throw badField('day', receiptMessages.beforeReceipt(receivedOn))
    const total = addUp(parts.map(({ amount }) => amount))
    await rejectMoreThanUnapplied(work, userId, receipt, { total, day, field: 'parts' })
    await postParts(
      work,
      userId,
      { brokerId, receiptId: id, receivedOn, day, wasUnapplied: true, personId: request.personId },
      parts,
    )
    const amount = toAmount(total)
    await postEntries(work, userId, [
      { brokerId, invoiceId: null, day, kind: 'applied', amount, receiptId: id },
    ])
    confirmDay('day', day, confirmed)
    return readReceipt(work, userId, id)
  })
}

type AppliedMoney = { total: bigint; day: Day; field: string }

/** Throws 400. The caller has locked the receipt. */
export async function rejectMoreThanUnapplied(
  work: Work,
  userId: string,
  { id, unapplied }: Receipt,
  { total, day, field }: AppliedMoney,
): Promise<void> {
  const least = await readLeastUnapplied(work, userId, id, day)
  if (total > least)
    throw badField(field, receiptMessages.moreThanUnapplied(least, toCents(unapplied), day))
}

/** Unapplies the money of a part, and undoes the differences that were recorded with it. Throws 400, 404, 409. */
export function unapplyPart(
  database: Database,
  userId: string,
  { id, partId }: { id: number; partId: number },
  { day, confirmed }: { day: Day; confirmed: string[] },
): Promise<Receipt> {
  return inTransaction(database, async (work) => {
    const { brokerId } = await lockReceipt(work, userId, id)
    const part = (await readReceiptParts(work, userId, id)).find((one) => one.id === partId)
    if (!part) throw notFound()
    const { invoiceId, amount, appliedOn, endedOn } = part
    if (endedOn !== null) throw new RequestError(409, receiptMessages.ended(endedOn))
    if (day < appliedOn) throw badField('day', receiptMessages.endLater(appliedOn))
    await lockPaidInvoices(work, userId, [invoiceId])
    const differences = (await readDifferences(work, userId, { receiptId: id })).filter(
      (one) => one.invoiceId === invoiceId && one.day <= day,
    )
    await endReceiptParts(work, userId, [partId], { ended: 'taken-off', endedOn: day })
    await postEntries(work, userId, [
      { brokerId, invoiceId, day, kind: 'reversal', amount, receiptId: id },
      { brokerId, invoiceId: null, day, kind: 'payment', amount: negate(amount), receiptId: id },
    ])
    await endLiveDifferences(work, userId, brokerId, differences, {
      ended: 'undone',
      endedOn: day,
      endedReason: 'Money unapplied from the invoice',
    })
    await updatePaymentStatus(work, userId, [invoiceId])
    confirmDay('day', day, confirmed)
    return readReceipt(work, userId, id)
  })
}
