/** What happens to the payments of a statement that is voided (SPEC C12). */
import type { Day } from '#core/calendar.ts'
import { askDay } from '#core/payments/questions.ts'
import type { Cash } from '#core/settlements/approval.ts'
import type { Work } from '#server/database/open.ts'
import { accountDay } from '#server/today.ts'
import { throwUnlessConfirmed, type Confirmed } from './confirm.ts'
import { lockPayment, rejectReversed } from './lock-payment.ts'
import { reverseLocked } from './reverse.ts'
import { endParts, lockPayee, readLiveParts, readParts } from './rows.ts'

/** The settlements whose trucks must be locked before a statement is voided: all that its payments cover. */
export async function readCoveredTogether(
  work: Work,
  userId: string,
  billingId: number,
): Promise<number[]> {
  const live = await readLiveParts(work, userId, billingId)
  if (live.length === 0) return [billingId]
  const payouts = live.map(({ payoutId }) => payoutId)
  const parts = await readParts(work, userId, payouts)
  return [billingId, ...parts.map((part) => part.billingId)]
}

type Voided = { id: number; payee: string; reason: string; cash: Cash; day: Day | undefined }

/** Reverses the payments, or leaves their money with the payee. The statement is already void. Throws 409. */
export async function settleVoidedCash(
  work: Work,
  userId: string,
  { id, payee, reason, cash, day = accountDay() }: Voided,
  confirmed: Confirmed,
): Promise<void> {
  await lockPayee(work, userId, payee)
  const live = await readLiveParts(work, userId, id)
  if (cash === 'kept') {
    await endParts(
      work,
      userId,
      live.map((part) => part.id),
      'kept',
    )
    return
  }
  for (const payoutId of new Set(live.map((part) => part.payoutId))) {
    const locked = await lockPayment(work, userId, payoutId)
    const { payment } = locked
    rejectReversed(payment)
    throwUnlessConfirmed(askCashDay(day, payment.paidOn), confirmed)
    const reversal = payment.method === 'check' ? 'never cashed' : 'returned'
    await reverseLocked(work, userId, locked, { reversal, day, reason })
  }
}

function askCashDay(day: Day, paidOn: Day) {
  const question = askDay(day, paidOn, accountDay())
  return question && { ...question, field: 'cashDay' }
}
