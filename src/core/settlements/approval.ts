/** The states of a settlement: pending → approved → paid, and void (SPEC C3). */
import { newRecordSchema } from '#core/entities/entity.ts'
import { choice, day, reference } from '#core/fields/fields.ts'
import type { ValuesOf } from '#core/fields/field.ts'
import { optionalText, text } from '#core/fields/text.ts'
import { STATEMENT_PAYMENT_METHODS } from '#core/payment-methods.ts'
import type { SettlementStatus } from '#core/statuses.ts'

/** The states that each state may change to. */
export const NEXT_STATUSES: Record<SettlementStatus, readonly SettlementStatus[]> = {
  pending: ['approved'],
  approved: ['paid', 'void'],
  paid: ['void'],
  void: [],
}

export const paymentFields = {
  paidOn: day('Paid On'),
  paymentMethod: choice('Payment Method', STATEMENT_PAYMENT_METHODS, { formDefault: 'check' }),
  paymentReference: optionalText('Check # or Reference'),
}

export const voidFields = { reason: text('Reason') }

export const paymentSchema = newRecordSchema(paymentFields)
export const voidSchema = newRecordSchema(voidFields)

/** The payee of a settlement: at most one is set. If both are left out, the settlement pays the truck's payee. */
export const payeeFields = {
  ownerId: reference('Owner', 'owners', 'No owner (pay a driver)'),
  driverId: reference('Driver', 'drivers', 'No driver'),
}

export type Payment = ValuesOf<typeof paymentFields>

/** The columns that approval, payment and void set. All but status and owner are null on a draft. */
export type ApprovalState = {
  status: SettlementStatus
  /** Statement number: 1, 2, 3 … in the account, without gaps. */
  number: number | null
  approvedAt: string | null
  /**
   * The payee: the truck's owner when the settlement was saved, or an owner or driver chosen later. Without an owner,
   * the driver is paid. Both are null if the truck had neither (SPEC C10).
   */
  ownerId: number | null
  driverId: number | null
  /** Key of the payee: "owner:12", "driver:7", or "truck:3" if the truck has neither. */
  payee: string
  paidOn: string | null
  paymentMethod: string | null
  paymentReference: string | null
  voidedAt: string | null
  voidReason: string | null
}

/** Why a settlement's amounts cannot be changed, and what to do instead. */
export function lockedMessage({
  status,
  number,
}: Pick<ApprovalState, 'status' | 'number'>): string {
  if (status === 'void') return `Statement ${number} is void and can't be changed`
  return `Statement ${number} is ${status} and locked. Void it, or add an adjustment to the next settlement.`
}
