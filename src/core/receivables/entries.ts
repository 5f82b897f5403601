/** The receivables ledger: what brokers owe, entry by entry (SPEC C166). */
import type { Day } from '#core/calendar.ts'
import type { Amount } from '#core/money.ts'

/** Kinds whose amounts increase what the broker owes. */
export const DEBIT_KINDS = [
  'invoice',
  'credit-void',
  'applied',
  'refund',
  'reversal',
  'factor-reversal',
] as const

/** Kinds whose amounts decrease what the broker owes. */
export const CREDIT_KINDS = [
  'void',
  'credit',
  'payment',
  'refund-reversal',
  'quick-pay',
  'write-off',
  'bank-fee',
  'factor-paid',
] as const

export type ReceivableKind = (typeof DEBIT_KINDS)[number] | (typeof CREDIT_KINDS)[number]

/**
 * One fact. `amount`: signed dollars, positive if the broker owes more. `invoiceId`: null for money received that is not
 * applied to an invoice. `day`: the fact's own day, from which it counts.
 */
export type ReceivableEntry = {
  brokerId: number
  invoiceId: number | null
  day: Day
  kind: ReceivableKind
  amount: Amount
  receiptId?: number
  differenceId?: number
  creditNoteId?: number
  factorEntryId?: number
}
