/** Unapplies money from an invoice, all of a part or some of it (SPEC C198). */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import { negate, toAmount, toCents, type Amount, type Cents } from '#core/money.ts'
import { receiptMessages } from '#core/receipts/messages.ts'
import type { Receipt, ReceiptPart } from '#core/receipts/responses.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { badField, notFound, RequestError } from '#server/errors.ts'
import { updatePaymentStatus } from '#server/invoices/payment-status.ts'
import { postEntries } from '#server/receivables/ledger.ts'
import { confirmDay } from './confirm.ts'
import { endLiveDifferences } from './end-differences.ts'
import { lockPaidInvoices } from './paid-invoices.ts'
import {
  endReceiptParts,
  lockReceipt,
  readDifferences,
  readReceiptParts,
  readReceipt,
} from './rows.ts'

type Unapplied = { day: Day; amount: Amount | null; confirmed: string[] }

/** `amount`: null for all of the part. Throws 400, 404, 409. */
export function unapplyPart(
  database: Database,
  userId: string,
  { id, partId }: { id: number; partId: number },
  { day, amount, confirmed }: Unapplied,
): Promise<Receipt> {
  return inTransaction(database, async (work) => {
    const { brokerId } = await lockReceipt(work, userId, id)
    const part = (await readReceiptParts(work, userId, id)).find((one) => one.id === partId)
    if (!part) throw notFound()
    const { invoiceId, appliedOn, endedOn } = part
    if (endedOn !== null) throw new RequestError(409, receiptMessages.ended(endedOn))
    if (day < appliedOn) throw badField('day', receiptMessages.endLater(appliedOn))
    const [cents, most] = [toCents(amount ?? part.amount), toCents(part.amount)]
    if (cents === 0n) throw badField('amount', receiptMessages.nothingToUnapply)
    if (cents > most) throw badField('amount', receiptMessages.moreThanApplied(most))
    await lockPaidInvoices(work, userId, [invoiceId])
    await unapplyAmount(work, userId, { brokerId, part, cents, day })
    await updatePaymentStatus(work, userId, [invoiceId])
    confirmDay('day', day, confirmed)
    return readReceipt(work, userId, id)
  })
}

export type UnappliedAmount = { brokerId: number; part: ReceiptPart; cents: Cents; day: Day }

/**
 * Ends the part on the day. What stays on the invoice is a new part, which keeps the differences. If nothing stays, the differences that
 * were recorded with the part end. The caller has locked the receipt and the invoice.
 */
export async function unapplyAmount(
  work: Work,
  userId: string,
  { brokerId, part, cents, day }: UnappliedAmount,
): Promise<void> {
  const { id, receiptId, invoiceId } = part
  const amount = toAmount(cents)
  const rest = toCents(part.amount) - cents
  await endReceiptParts(work, userId, [id], { ended: 'taken-off', endedOn: day })
  if (rest > 0n) await keepRest(work, userId, { part, rest, day })
  await postEntries(work, userId, [
    { brokerId, invoiceId, day, kind: 'reversal', amount, receiptId },
    { brokerId, invoiceId: null, day, kind: 'payment', amount: negate(amount), receiptId },
  ])
  if (rest > 0n) return
  const differences = await readDifferences(work, userId, { receiptId })
  const own = differences.filter(({ partId }) => partId === id)
  await endLiveDifferences(work, userId, brokerId, own, {
    ended: 'undone',
    endedOn: day,
    endedReason: 'Money unapplied from the invoice',
  })
}

/** The new part counts as entered when the first one was. */
async function keepRest(
  work: Work,
  userId: string,
  { part: { id }, rest, day }: { part: ReceiptPart; rest: Cents; day: Day },
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into receipt_parts (user_id, receipt_id, invoice_id, amount, applied_on, was_unapplied, created_at)
      select user_id, receipt_id, invoice_id, ${toAmount(rest)}::numeric, ${day}::date, was_unapplied, created_at
      from (select * from receipt_parts where user_id = ${userId} and id = ${id}) as part
    returning id`.execute(work)
  await work
    .updateTable('receiptDifferences')
    .set({ partId: rows[0]?.id ?? null })
    .where('userId', '=', userId)
    .where('partId', '=', id)
    .execute()
}
