/** The states of a settlement: pending → approved → paid, and void (SPEC C3). */
import { z } from 'zod'
import type { Day } from '#core/calendar.ts'
import { newRecordSchema } from '#core/entities/entity.ts'
import { positiveMoney } from '#core/fields/amounts.ts'
import { choice, day, reference } from '#core/fields/fields.ts'
import type { ValuesOf } from '#core/fields/field.ts'
import { optionalText, text } from '#core/fields/text.ts'
import type { Amount } from '#core/money.ts'
import { confirmed } from '#core/payments/confirmed.ts'
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

/** Why a draft is left out of the settlement run (SPEC C48). */
export const holdSchema = newRecordSchema({ reason: text('Reason') })

/** `amount`: pays a part; without it the payment covers the open amount. */
export const paymentSchema = z.intersection(
  newRecordSchema(paymentFields),
  z.object({ amount: positiveMoney('Amount').schema.optional(), confirmed }),
)

const otherSettlement = z.object({ id: z.int(), version: z.int() })

/**
 * `approvedOn`: without it, the account's day. `offsetWith`: the settlements to offset and approve
 * with this one, with their versions; an empty list approves this one alone (SPEC C24).
 */
export const approvalSchema = z
  .object({
    approvedOn: day('Approved On').schema.optional(),
    offsetWith: z.array(otherSettlement, 'offsetWith must be a list of settlements').optional(),
    confirmed,
  })
  .nullish()

/** The part of a request that is about offsets. */
export type OffsetChoice = Partial<
  Pick<NonNullable<z.output<typeof approvalSchema>>, 'offsetWith' | 'confirmed'>
>

export const approvalMessages = {
  /** A statement names its payee (SPEC C342). */
  noPayee: 'Choose who this settlement pays before approving it.',
  choosePayee: 'Choose an owner or a driver',
}

export const CASH_CHOICES = [
  { value: 'reversed', label: 'The payment was never cashed, or it was returned' },
  { value: 'kept', label: 'The payee keeps the money' },
] as const

export type Cash = (typeof CASH_CHOICES)[number]['value']

/** `cash`: what happened to the money, if a payment covers the statement. `cashDay`: when the payment was reversed. */
export const voidSchema = z.intersection(
  newRecordSchema(voidFields),
  z.object({
    cash: z
      .enum(['reversed', 'kept'], 'Cash must be "reversed" or "kept"')
      .optional()
      .describe('reversed: never cashed or returned; kept: the payee keeps the money'),
    cashDay: day('Day').schema.optional(),
    confirmed,
  }),
)

/** The error message of the field `cash`. */
export const CASH_MISSING =
  'A payment covers this statement. Choose what happened to the money: never cashed or returned, or kept by the payee.'

export type Voiding = z.output<typeof voidSchema>

/** The payee of a settlement: at most one is set. If both are left out, the settlement pays the truck's payee. */
export const payeeFields = {
  ownerId: {
    ...reference('Owner', 'owners', 'No owner (pay a driver)'),
    withInactive: true as const,
  },
  driverId: { ...reference('Driver', 'drivers', 'No driver'), withInactive: true as const },
}

export type PaymentEntry = ValuesOf<typeof paymentFields>

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
  /** The approval day in the approver's browser; null on a draft. */
  approvedOn: Day | null
  /** The sum of the payments' parts that cover the statement (SPEC C11). */
  paidAmount: Amount
  /** The date of the last payment that covers the statement; null until it is paid in full. */
  paidOn: string | null
  paymentMethod: string | null
  paymentReference: string | null
  voidedAt: string | null
  /** The account's day of the void. Null for a void of before migration 0002. */
  voidedOn: Day | null
  voidReason: string | null
  /** Why a draft is on hold; null if it is not (SPEC C48). */
  holdReason: string | null
}

export function heldMessage(reason: string): string {
  return `This settlement is on hold: ${reason}. Release it in the settlement run first.`
}

/** Why a settlement's amounts cannot be changed, and what to do instead. */
export function lockedMessage({
  status,
  number,
}: Pick<ApprovalState, 'status' | 'number'>): string {
  if (status === 'void') return `Statement ${number} is void and can't be changed`
  return `Statement ${number} is ${status} and locked. Void it, or add an adjustment to the next settlement.`
}
