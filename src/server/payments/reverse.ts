/** Reverses and reissues payments (SPEC C11). A posted payment is never edited or deleted. */
import type { z } from 'zod'
import type { Day } from '#core/calendar.ts'
import { askDay } from '#core/payments/questions.ts'
import type { Payment, reissueSchema, Reversal, reversalSchema } from '#core/payments/payments.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION } from '#server/database/values.ts'
import { readPayableStatements } from '#server/settlements/approval/payable-statements.ts'
import { accountDay } from '#server/today.ts'
import { throwUnlessConfirmed, confirmPosting } from './confirm.ts'
import { lockPayment, rejectReversed, type LockedPayment } from './lock-payment.ts'
import { endParts, insertPayment, readPayment } from './rows.ts'
import { askPastYears } from './year/ask-past-years.ts'

/** Reverses a payment, so that its statements are open again. Throws 404, 409, 412. */
export function reversePayment(
  database: Database,
  userId: string,
  id: number,
  { day, kind, reason, confirmed }: z.output<typeof reversalSchema>,
  version?: number,
): Promise<Payment> {
  return inTransaction(database, async (work) => {
    const locked = await lockPayment(work, userId, id, version)
    rejectReversed(locked.payment)
    throwUnlessConfirmed(askDay(day, locked.payment.paidOn, accountDay()), confirmed)
    return askPastYears(work, userId, { payments: [id] }, confirmed, () =>
      reverseLocked(work, userId, locked, { reversal: kind, day, reason }),
    )
  })
}

type Reversed = { reversal: Reversal; day: Day; reason: string }

/** Reverses a payment. Call `lockPayment` and `rejectReversed` first. */
export async function reverseLocked(
  work: Work,
  userId: string,
  { payment, parts }: LockedPayment,
  { reversal, day, reason }: Reversed,
): Promise<Payment> {
  const ended = parts.filter((part) => part.ended === null)
  await endParts(
    work,
    userId,
    ended.map((part) => part.id),
    'reversed',
  )
  await work
    .updateTable('payouts')
    .set({ reversal, reversedOn: day, reversalReason: reason })
    .set(NEXT_VERSION)
    .where('userId', '=', userId)
    .where('id', '=', payment.id)
    .execute()
  return readPayment(work, userId, payment.id)
}

/** Reverses a payment and posts a new one for the same statements. Returns the new one. Throws 404, 409, 412. */
export function reissuePayment(
  database: Database,
  userId: string,
  id: number,
  { reason, confirmed, countsIn, ...issued }: z.output<typeof reissueSchema>,
  version?: number,
): Promise<Payment> {
  return inTransaction(database, async (work) => {
    const locked = await lockPayment(work, userId, id, version)
    const { payment, parts } = locked
    rejectReversed(payment)
    const moved = parts.filter(({ ended }) => ended === null || ended === 'kept')
    const live = moved.filter(({ ended }) => ended === null).map(({ billingId }) => billingId)
    const days = (await readPayableStatements(work, userId, { ids: live })).map(
      (one) => one.approvedOn,
    )
    await confirmPosting(work, userId, issued, days, confirmed)
    const newParts = moved.map(({ ended, ...part }) => ({ ...part, kept: ended === 'kept' }))
    const countsOn = countsIn === 'first' ? findFirstDay(payment, issued.paidOn) : null
    return askPastYears(work, userId, { payments: [id] }, confirmed, async () => {
      const reversal = { reversal: 'reissued', day: issued.paidOn, reason } as const
      await reverseLocked(work, userId, locked, reversal)
      const posting = { ...payment, ...issued, replaces: id, countsOn }
      return insertPayment(work, userId, posting, newParts)
    })
  })
}

/** The day by which a new payment counts in the year of the first; null if it is the year of the pay date. */
function findFirstDay({ paidOn: first, countsOn }: Payment, paidOn: Day): Day | null {
  const day = countsOn ?? first
  return day.slice(0, 4) === paidOn.slice(0, 4) ? null : day
}
