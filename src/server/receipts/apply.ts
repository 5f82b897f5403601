/** Applies unapplied money to invoices (SPEC C193, C198). */
import type { z } from 'zod'
import type { Day } from '#core/calendar.ts'
import { addUp, toAmount, toCents } from '#core/money.ts'
import { receiptMessages } from '#core/receipts/messages.ts'
import type { applyReceiptSchema, NewReceiptPart } from '#core/receipts/requests.ts'
import type { Receipt } from '#core/receipts/responses.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { badField } from '#server/errors.ts'
import { confirmFactorMoney } from '#server/factoring/broker-money.ts'
import { postEntries } from '#server/receivables/ledger.ts'
import { readLeastUnapplied } from '#server/receivables/least-open.ts'
import { confirmDay } from './confirm.ts'
import { postParts } from './posting/post-parts.ts'
import { lockReceipt, readReceipt, rejectReversedReceipt } from './rows.ts'

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
    await confirmFactorMoney(work, userId, parts, confirmed)
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
