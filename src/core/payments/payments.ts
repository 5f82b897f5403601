/** Payments: money paid to a payee, with parts that cover statements (SPEC C11). Table `payouts`. */
import { z } from 'zod'
import type { Day } from '#core/calendar.ts'
import { changedRecordSchema, newRecordSchema } from '#core/entities/entity.ts'
import { money, positiveMoney } from '#core/fields/amounts.ts'
import { choice, day, optionalDay, reference } from '#core/fields/fields.ts'
import { withHelp } from '#core/fields/help.ts'
import { notes, optionalText, text } from '#core/fields/text.ts'
import type { Amount } from '#core/money.ts'
import { PAYOUT_STATES } from '#core/statuses.ts'
import { confirmed } from './confirmed.ts'
import { STATEMENT_PAYMENT_METHODS } from '#core/payment-methods.ts'

type PaymentState = (typeof PAYOUT_STATES)[number]['value']

const REVERSALS = [
  { value: 'never cashed', label: 'Never cashed' },
  { value: 'returned', label: 'Returned' },
] as const

/** How a payment was reversed. A new payment replaces a reissued payment. */
export type Reversal = (typeof REVERSALS)[number]['value'] | 'reissued'

const KINDS = [
  { value: 'settlement', label: 'Settlement' },
  { value: 'hand-out', label: 'Advance or Loan' },
] as const

type PaymentKind = (typeof KINDS)[number]['value']

/** The ids of a payee: an owner, a driver, or a truck that has neither. Exactly one is not null. */
export type PaidTo = { ownerId: number | null; driverId: number | null; truckId: number | null }

/** The fields that a posted payment keeps. */
export const postedFields = {
  paidOn: day('Paid On'),
  method: choice('Method', STATEMENT_PAYMENT_METHODS, { formDefault: 'check' }),
  reference: optionalText('Check # or Reference'),
}

const positive = positiveMoney('Amount')

export const partFields = {
  payoutId: { ...text('Payment'), control: 'quantity' as const },
  billingId: { ...text('Settlement'), control: 'quantity' as const },
  amount: positive,
}

const idOf = (what: string) => z.int(`${what} was not found`).positive(`${what} was not found`)
const part = z.object({ billingId: idOf('Statement'), amount: positive.schema })

/** The parts that a request names; without them the payee's open statements are covered, oldest first. */
const parts = z.array(part, 'Parts must be a list').max(500, 'At most 500 statements').optional()

const payeeIds = {
  ownerId: reference('Owner', 'owners', 'None'),
  driverId: reference('Driver', 'drivers', 'None'),
  truckId: reference('Truck', 'trucks', 'None'),
}

export const newPaymentSchema = z.intersection(
  newRecordSchema({ ...payeeIds, ...postedFields, amount: positive, note: notes('Memo') }),
  z.object({
    parts,
    confirmed,
    kind: choice('Kind', KINDS, { formDefault: 'settlement' }).schema.default('settlement'),
    ruleId: idOf('Recurring deduction').nullable().default(null),
  }),
)

export type NewPayment = z.output<typeof newPaymentSchema>

export const reversalFields = {
  day: day('Day'),
  kind: choice('What Happened', REVERSALS, { formDefault: 'never cashed' }),
  reason: text('Reason'),
}

export const reversalSchema = z.intersection(
  newRecordSchema(reversalFields),
  z.object({ confirmed }),
)

/** What can be changed after posting (SPEC C353). */
export const editablePaymentFields = {
  reference: postedFields.reference,
  note: notes('Memo'),
}

export const editPaymentSchema = z.intersection(
  changedRecordSchema(editablePaymentFields),
  z.object({ confirmed }),
)

/** The year in which a payment counts that replaces one of an earlier year (SPEC C315). */
const YEARS = [
  { value: 'new', label: 'Year of the new payment' },
  { value: 'first', label: 'Year of the first payment' },
] as const

export const reissueFields = {
  ...postedFields,
  countsIn: withHelp(
    choice('Counts In', YEARS, { formDefault: 'new', defaultValue: 'new' }),
    'A check that the payee received usually stays income of its first year',
  ),
  reason: text('Reason'),
}
export const reissueSchema = z.intersection(newRecordSchema(reissueFields), z.object({ confirmed }))

/** The body of a request that applies unapplied money. `day`: by default the account's day. */
export const applySchema = z.object({ parts, day: day('Day').schema.optional(), confirmed })

const CLOSINGS = [
  { value: 'repayment', label: 'Repaid by the payee' },
  { value: 'write-off', label: 'Write-off' },
] as const

export const closingFields = {
  kind: choice('Kind', CLOSINGS, { formDefault: 'repayment' }),
  day: day('Day'),
  amount: positive,
  method: optionalText('Method'),
  reference: optionalText('Reference'),
  reason: text('Reason'),
}

export const closingSchema = z.intersection(newRecordSchema(closingFields), z.object({ confirmed }))
export type ClosingRequest = z.output<typeof closingSchema>

/** The query of a request that undoes a repayment or write-off. */
export const undoClosingQuery = z.object({ confirmed: z.literal('year').optional() })

type NewClosing = Omit<ClosingRequest, 'confirmed'>

/** A payment, as `/api/payments` returns it. */
export type Payment = PaidTo & {
  id: number
  payee: string
  payeeName: string | null
  kind: PaymentKind
  ruleId: number | null
  paidOn: Day
  method: string
  reference: string | null
  amount: Amount
  note: string | null
  /** The payment that this one replaces. */
  replaces: number | null
  /** The day by which a reissued payment counts that keeps the year of the first; null: its pay date (SPEC C315). */
  countsOn: Day | null
  reversedOn: Day | null
  reversal: Reversal | null
  reversalReason: string | null
  applied: Amount
  closed: Amount
  unapplied: Amount
  state: PaymentState
  version: number
  createdAt: string
  updatedAt: string
}

/** `ended`: null while the part covers its statement. */
export type PaymentPart = {
  id: number
  payoutId: number
  billingId: number
  amount: Amount
  wasUnapplied: boolean
  /** The day on which unapplied money was applied; null if the payment was posted with this part. */
  appliedOn: Day | null
  ended: 'reversed' | 'kept' | null
  endedAt: string | null
}

export type Closing = NewClosing & { id: number; payoutId: number; createdAt: string }

/** The fields of the list of payments, as its columns, filters and CSV file have them. */
export const paymentListFields = {
  paidOn: postedFields.paidOn,
  payeeName: optionalText('Payee'),
  method: postedFields.method,
  reference: postedFields.reference,
  amount: money('Amount'),
  unapplied: money('Unapplied'),
  state: choice('Status', PAYOUT_STATES, { formDefault: 'posted' }),
  kind: choice('Kind', KINDS, { formDefault: 'settlement' }),
  reversedOn: optionalDay('Reversed On'),
  reversal: optionalText('Reversal'),
  reversalReason: optionalText('Reversal Reason'),
  countsOn: optionalDay('Counts On'),
  note: notes('Memo'),
  ownerId: payeeIds.ownerId,
  driverId: payeeIds.driverId,
}
