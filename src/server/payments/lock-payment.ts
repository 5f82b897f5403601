import type { Payment, PaymentPart } from '#core/payments/payments.ts'
import type { Work } from '#server/database/open.ts'
import { versionConflict, RequestError } from '#server/errors.ts'
import { formatDay } from '#core/calendar.ts'
import { lockTrucksOfSettlements } from '#server/settlements/approval/payable-statements.ts'
import { lockPayee, readParts, readPayment } from './rows.ts'

export type LockedPayment = { payment: Payment; parts: PaymentPart[] }

/** Locks the trucks of its statements and the payee. Throws 404, and 412 if the payment has another version. */
export async function lockPayment(
  work: Work,
  userId: string,
  id: number,
  version?: number,
): Promise<LockedPayment> {
  const { payee } = await readPayment(work, userId, id)
  const covered = await readParts(work, userId, [id])
  await lockTrucksOfSettlements(
    work,
    userId,
    covered.map(({ billingId }) => billingId),
  )
  await lockPayee(work, userId, payee)
  const payment = await readPayment(work, userId, id)
  if (version !== undefined && version !== payment.version) throw versionConflict(payment)
  return { payment, parts: await readParts(work, userId, [id]) }
}

/** Throws 409 if the payment was reversed, or if unapplied money of it was repaid or written off. */
export function rejectReversed({ reversal, reversedOn, closed }: Payment): void {
  if (reversal !== null)
    throw new RequestError(409, `This payment was reversed on ${formatDay(reversedOn ?? '')}`)
  if (closed !== '0.00')
    throw new RequestError(409, 'Undo the repayment or write-off of this payment first')
}
