/** An accepted short pay: a credit note, and for the owner's share a negative charge of the load (SPEC C195). */
import type { Day } from '#core/calendar.ts'
import { negate, toCents, type Amount } from '#core/money.ts'
import { receiptMessages } from '#core/receipts/messages.ts'
import type { NewDifference } from '#core/receipts/requests.ts'
import { addOwnerCharge } from '#server/charges/owner-charge.ts'
import type { Work } from '#server/database/open.ts'
import { badField } from '#server/errors.ts'
import { creditShortPay, type PaidInvoice } from '#server/receipts/paid-invoices.ts'

/** A charge's description is at most this long (SPEC B11). */
const LONGEST_DESCRIPTION = 200

export type Accepted = {
  bears: NonNullable<NewDifference['bears']>
  ownerAmount: Amount
  loadId: number | null
  chargeId: number | null
  creditNoteId: number
}

/** Throws 400 at `field`. The owner's next settlement has the adjustment, if the load is already settled (SPEC C7). */
export async function acceptShortPay(
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
