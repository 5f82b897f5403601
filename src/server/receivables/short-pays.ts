/** The disputes behind disputed short pays (SPEC C194, C204). */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import { toAmount, toCents, type Amount } from '#core/money.ts'
import type { Work } from '#server/database/open.ts'
import { NEXT_VERSION } from '#server/database/values.ts'
import { checkInvoice } from './check-invoice.ts'
import { openDispute, readDisputedAmounts } from './disputes.ts'

type ShortPay = {
  invoiceId: number
  /** The id of the short pay's difference. */
  differenceId: number
  amount: Amount
  day: Day
  reason: string | null
}

/** Opens a dispute of the amount that is not disputed yet, if there is any. Lock the invoice, and post its money first. */
export async function disputeShortPay(
  work: Work,
  userId: string,
  { invoiceId, differenceId, amount, day, reason }: ShortPay,
): Promise<void> {
  const { openAmount } = await checkInvoice(work, userId, invoiceId)
  const disputed = await readDisputedAmounts(work, userId, [invoiceId])
  const free = toCents(openAmount) - toCents(disputed.get(invoiceId) ?? '0.00')
  const cents = toCents(amount) < free ? toCents(amount) : free
  if (cents <= 0n) return
  const dispute = {
    reason: 'other' as const,
    amount: toAmount(cents),
    openedOn: day,
    note: reason,
    nextStep: null,
    nextOn: null,
  }
  await openDispute(work, userId, invoiceId, dispute, differenceId)
}

/** Closes the open disputes of short pays that were undone or reversed on the day. */
export async function endShortPays(
  work: Work,
  userId: string,
  differenceIds: readonly number[],
  day: Day,
): Promise<void> {
  if (!differenceIds.length) return
  await work
    .updateTable('disputes')
    .set({
      closedOn: sql<Day>`greatest(opened_on, ${day}::date)`,
      outcome: 'other',
      ...NEXT_VERSION,
    })
    .where('userId', '=', userId)
    .where('differenceId', '=', sql<number>`any(${[...differenceIds]}::bigint[])`)
    .where('closedOn', 'is', null)
    .execute()
}
