/** Applies money and differences to invoices, and posts both to the ledger, in one transaction (SPEC C192–C195). */
import type { Day } from '#core/calendar.ts'
import { type Amount, negate, toCents } from '#core/money.ts'
import { isPosted } from '#core/receipts/kinds.ts'
import { receiptMessages } from '#core/receipts/messages.ts'
import type { NewDifference, NewReceiptPart } from '#core/receipts/requests.ts'
import type { ReceivableEntry } from '#core/receivables/entries.ts'
import { addOwnerCharge } from '#server/charges/owner-charge.ts'
import type { Work } from '#server/database/open.ts'
import { badField } from '#server/errors.ts'
import { updatePaymentStatus } from '#server/invoices/payment-status.ts'
import {
  creditShortPay,
  lockPaidInvoices,
  type PaidInvoice,
} from '#server/receipts/paid-invoices.ts'
import { postEntries } from '#server/receivables/ledger.ts'
import { disputeShortPay } from '#server/receivables/short-pays.ts'
import { checkParts } from './check-parts.ts'

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

// An accepted short pay: a credit note, and for the owner's share a negative charge of the load (SPEC C195).

/** A charge's description is at most this long (SPEC B11). */
const LONGEST_DESCRIPTION = 200

type Accepted = {
  bears: NonNullable<NewDifference['bears']>
  ownerAmount: Amount
  loadId: number | null
  chargeId: number | null
  creditNoteId: number
}

/** Throws 400 at `field`. The owner's next settlement has the adjustment, if the load is already settled (SPEC C7). */
async function acceptShortPay(
  work: Work,
  userId: string,
  invoice: PaidInvoice,
  difference: NewDifference,
  { day, field, personId }: { day: Day; field: string; personId: string },
): Promise<Accepted> {
  const { amount, bears, reason } = difference
  const ownerAmount = findOwnerAmount(difference)
  const loadId = toCents(ownerAmount) > 0n ? findLoad(invoice, difference, field) : null
  const creditNoteId = await creditShortPay(work, userId, {
    invoice,
    amount,
    day,
    reason: reason ?? '',
    personId,
    loadId: difference.loadId ?? loadId,
  })
  const chargeId =
    loadId === null
      ? null
      : await addOwnerCharge(work, userId, loadId, {
          amount: negate(ownerAmount),
          description: describeShare(invoice, reason),
        })
  if (loadId !== null && chargeId === null) {
    const load = invoice.loads.find((one) => one.id === loadId)
    throw badField(
      `${field}.${bears === 'both' ? 'ownerAmount' : 'amount'}`,
      receiptMessages.ownerRevenue(load?.loadId ?? ''),
    )
  }
  return { bears: bears ?? 'carrier', ownerAmount, loadId, chargeId, creditNoteId }
}

function findOwnerAmount({ bears, amount, ownerAmount }: NewDifference): Amount {
  if (bears === 'owner') return amount
  return bears === 'both' ? (ownerAmount ?? '0.00') : '0.00'
}

/** The only load of the invoice, or the named one. */
function findLoad({ loads }: PaidInvoice, { loadId }: NewDifference, field: string): number {
  const [first] = loads
  if (loadId === null && loads.length === 1 && first) return first.id
  const named = loads.find(({ id }) => id === loadId)
  if (named) return named.id
  throw badField(
    `${field}.loadId`,
    loadId === null ? receiptMessages.chooseLoad : receiptMessages.noLoad,
  )
}

function describeShare({ number }: PaidInvoice, reason: string | null): string {
  return `Short pay of invoice ${number}: ${reason}`.slice(0, LONGEST_DESCRIPTION)
}
