/** The life of a settlement: pending → approved → paid, and void (SPEC C3). */
import { newRecordSchema } from '#core/entities/entity.ts'
import { choice, day, reference } from '#core/fields/fields.ts'
import type { ValuesOf } from '#core/fields/field.ts'
import { optionalText, text } from '#core/fields/text.ts'
import { STATEMENT_PAYMENT_METHODS } from '#core/payment-methods.ts'
import type { SettlementStatus } from '#core/statuses.ts'

/** What a settlement may become next. */
export const NEXT_STATUSES: Record<SettlementStatus, readonly SettlementStatus[]> = {
  pending: ['approved'],
  approved: ['paid', 'void'],
  paid: ['void'],
  void: [],
}

/** How and when a statement was paid. */
export const paymentFields = {
  paidOn: day('Paid On'),
  paymentMethod: choice('Payment Method', STATEMENT_PAYMENT_METHODS, { formDefault: 'check' }),
  paymentReference: optionalText('Check or Reference #'),
}

export const voidFields = { reason: text('Reason') }

export const paymentSchema = newRecordSchema(paymentFields)
export const voidSchema = newRecordSchema(voidFields)

/** Whom a settlement pays; left out, it is the truck's owner. */
export const payeeFields = { ownerId: reference('Owner', 'owners', 'No owner: the driver') }

export type Payment = ValuesOf<typeof paymentFields>

/** What a settlement's row holds of its life; all but the owner null while it is pending. */
export type ApprovalState = {
  status: SettlementStatus
  /** Its statement's number: 1, 2, 3 … of the account, without gaps. */
  number: number | null
  approvedAt: string | null
  /** Whom it pays: who owned the truck when it was saved, or who was chosen since; null: the driver (SPEC C10). */
  ownerId: number | null
  paidOn: string | null
  paymentMethod: string | null
  paymentReference: string | null
  voidedAt: string | null
  voidReason: string | null
}

/** Why its figures cannot be changed any more, and what to do instead. */
export function lockedMessage({
  status,
  number,
}: Pick<ApprovalState, 'status' | 'number'>): string {
  if (status === 'void') return `Statement ${number} is void and stays as it was`
  return `Statement ${number} is ${status}: its figures are frozen. Void it, or correct it on the truck's next settlement.`
}
