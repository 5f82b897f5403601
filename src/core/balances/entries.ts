/** What changes a balance outside of settlements: repayments, write-offs, transfers, interest (SPEC C20). */
import { z } from 'zod'
import type { Day } from '#core/calendar.ts'
import { newRecordSchema } from '#core/entities/entity.ts'
import { money } from '#core/fields/amounts.ts'
import { choice, day, reference, requiredReference } from '#core/fields/fields.ts'
import { optionalText, text } from '#core/fields/text.ts'
import type { Amount } from '#core/money.ts'
import { confirmed } from '#core/payments/confirmed.ts'
import { postedFields } from '#core/payments/payments.ts'
import { STATEMENT_PAYMENT_METHODS } from '#core/payment-methods.ts'

const ENTRY_KINDS = [
  { value: 'repayment', label: 'Repayment' },
  { value: 'write-off', label: 'Write-off' },
  { value: 'interest', label: 'Interest' },
  { value: 'transfer-out', label: 'Transfer to another balance' },
  { value: 'transfer-in', label: 'Transfer from another balance' },
] as const

export type BalanceEntryKind = (typeof ENTRY_KINDS)[number]['value']

/** `truckId`: null if the deduction has one balance for all trucks of a payee. `payee`: the payee's key. */
export type BalancePlace = { ruleId: number; truckId: number | null; payee: string }

export type BalanceEntry = BalancePlace & {
  id: number
  kind: BalanceEntryKind
  day: Day
  /** Negative for an undo. */
  amount: Amount
  /** What the entry adds to the amount that statements have deducted. */
  effect: Amount
  method: string | null
  reference: string | null
  reason: string | null
  /** For a transfer: the deduction of the other balance. */
  otherRuleId: number | null
  /** For interest: first day of the quarter, rate in percent, sum of the daily balances. */
  quarter: Day | null
  rate: Amount | null
  balanceDays: Amount | null
  /** The entry that this one undoes. */
  undoes: number | null
  undone: boolean
  /** The statement that shows the entry first. */
  statedOn: number | null
  createdAt: string
}

const posted = { day: day('Day'), amount: money('Amount') }

export const repaymentFields = {
  ...posted,
  method: choice('Method', STATEMENT_PAYMENT_METHODS, { formDefault: 'cash' }),
  reference: optionalText('Check # or Reference'),
}

export const balanceWriteOffFields = { ...posted, reason: text('Reason') }

export const balanceTransferFields = {
  day: day('Day'),
  toTruckId: requiredReference('To Truck', 'trucks'),
  toOwnerId: reference('To Another Owner', 'owners', 'None'),
  toDriverId: reference('To Another Driver', 'drivers', 'None'),
  reason: text('Reason'),
}

export const handOutFields = {
  ...postedFields,
  paidOn: day('Paid On'),
  amount: money('Amount'),
}

export const undoFields = { reason: text('Reason') }

/** Selects the balance of a deduction for all trucks. Other deductions have one balance. */
export const placeSchema = z.object({
  truckId: reference('Truck', 'trucks', 'None').schema.optional(),
  payee: z
    .string('Payee must be a key such as "owner:12"')
    .regex(/^(owner|driver|truck):\d{1,15}$/, 'Payee must be a key such as "owner:12"')
    .optional(),
})

export type AskedPlace = z.output<typeof placeSchema>

const confirmedPlaceSchema = placeSchema.extend({ confirmed })

export const repaymentSchema = z.intersection(
  newRecordSchema(repaymentFields),
  confirmedPlaceSchema,
)
export const balanceWriteOffSchema = z.intersection(
  newRecordSchema(balanceWriteOffFields),
  confirmedPlaceSchema,
)
export const balanceTransferSchema = z.intersection(
  newRecordSchema(balanceTransferFields),
  confirmedPlaceSchema,
)
export const handOutSchema = z.intersection(newRecordSchema(handOutFields), confirmedPlaceSchema)
export const undoSchema = newRecordSchema(undoFields)

export type NewRepayment = z.output<typeof repaymentSchema>
export type NewBalanceWriteOff = z.output<typeof balanceWriteOffSchema>
export type NewHandOut = z.output<typeof handOutSchema>
export type NewBalanceTransfer = z.output<typeof balanceTransferSchema>

/** The fields of an entry in the audit log and in the account's export. */
export const entryFields = {
  kind: choice<BalanceEntryKind>('Kind', ENTRY_KINDS, { formDefault: 'repayment' }),
  truckId: reference('Truck', 'trucks', 'None'),
  payee: text('Payee Key'),
  day: day('Day'),
  amount: money('Amount'),
  method: optionalText('Method'),
  reference: optionalText('Check # or Reference'),
  reason: optionalText('Reason'),
}

export function entryLabel({ kind, undoes }: Pick<BalanceEntry, 'kind' | 'undoes'>): string {
  const label = ENTRY_KINDS.find(({ value }) => value === kind)?.label ?? kind
  return undoes === null ? label : `${label} undone`
}
