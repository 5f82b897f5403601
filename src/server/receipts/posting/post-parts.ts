/** Applies money and differences to invoices, and posts both to the ledger, in one transaction (SPEC C192–C195). */
import type { Day } from '#core/calendar.ts'
import { negate, toCents } from '#core/money.ts'
import { isPosted } from '#core/receipts/kinds.ts'
import type { NewDifference, NewReceiptPart } from '#core/receipts/requests.ts'
import type { ReceivableEntry } from '#core/receivables/entries.ts'
import type { Work } from '#server/database/open.ts'
import { postEntries } from '#server/receivables/ledger.ts'
import { disputeShortPay } from '#server/receivables/short-pays.ts'
import { updatePaymentStatus } from '#server/invoices/payment-status.ts'
import { acceptShortPay } from './accept-short-pay.ts'
import { checkParts } from './check-parts.ts'
import { lockPaidInvoices, type PaidInvoice } from '#server/receipts/paid-invoices.ts'

/** `receivedOn`, `receiptId`: null for differences without money. */
export type PostedParts = {
  brokerId: number
  receiptId: number | null
  receivedOn: Day | null
  day: Day
  wasUnapplied: boolean
  /** Who posts it. */
  personId: string
}

/** Throws 400 at `parts.N.…`. The caller has locked the broker and the receipt. */
export async function postParts(
  work: Work,
  userId: string,
  posted: PostedParts,
  parts: readonly NewReceiptPart[],
): Promise<void> {
  const ids = parts.map(({ invoiceId }) => invoiceId)
  const invoices = await lockPaidInvoices(work, userId, ids)
  await checkParts(work, userId, posted, parts, invoices)
  const partIds = await insertMoney(work, userId, posted, parts)
  for (const [at, part] of parts.entries()) {
    const invoice = invoices.get(part.invoiceId)
    if (!invoice) continue
    for (const [n, difference] of part.differences.entries())
      await postDifference(work, userId, posted, {
        invoice,
        difference,
        partId: partIds.get(invoice.id) ?? null,
        field: `parts.${at}.differences.${n}`,
      })
  }
  await updatePaymentStatus(work, userId, ids)
}

/** Returns the ids of the parts by invoice. */
async function insertMoney(
  work: Work,
  userId: string,
  { brokerId, receiptId, day, wasUnapplied }: PostedParts,
  parts: readonly NewReceiptPart[],
): Promise<Map<number, number>> {
  const paid = parts.filter(({ amount }) => toCents(amount) > 0n)
  if (receiptId === null || !paid.length) return new Map()
  const rows = paid.map(({ invoiceId, amount }) => ({
    userId,
    receiptId,
    invoiceId,
    amount,
    appliedOn: day,
    wasUnapplied,
    ended: null,
    endedOn: null,
  }))
  const made = await work
    .insertInto('receiptParts')
    .values(rows)
    .returning(['id', 'invoiceId'])
    .execute()
  await postEntries(
    work,
    userId,
    paid.map(({ invoiceId, amount }) => ({
      brokerId,
      invoiceId,
      day,
      kind: 'payment',
      amount: negate(amount),
      receiptId,
    })),
  )
  return new Map(made.map(({ id, invoiceId }) => [invoiceId, id]))
}

type OneDifference = {
  invoice: PaidInvoice
  difference: NewDifference
  partId: number | null
  field: string
}

async function postDifference(
  work: Work,
  userId: string,
  { brokerId, receiptId, day, personId }: PostedParts,
  { invoice, difference, partId, field }: OneDifference,
): Promise<void> {
  const { kind, amount, reason } = difference
  const accepted =
    kind === 'short-pay-accepted'
      ? await acceptShortPay(work, userId, invoice, difference, { day, field, personId })
      : { bears: null, loadId: null, chargeId: null, creditNoteId: null }
  const { id } = await work
    .insertInto('receiptDifferences')
    .values({
      userId,
      receiptId,
      invoiceId: invoice.id,
      partId,
      kind,
      amount,
      reason,
      day,
      ...accepted,
      ended: null,
      endedOn: null,
      endedReason: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (kind === 'short-pay-disputed')
    await disputeShortPay(work, userId, {
      invoiceId: invoice.id,
      differenceId: id,
      amount,
      day,
      reason,
    })
  if (!isPosted(kind)) return
  const entry: ReceivableEntry = {
    brokerId,
    invoiceId: invoice.id,
    day,
    kind,
    amount: negate(amount),
    differenceId: id,
    ...(receiptId === null ? {} : { receiptId }),
  }
  await postEntries(work, userId, [entry])
}
