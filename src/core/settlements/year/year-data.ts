/** The data from which each payee's year is built (SPEC C9). */
import type { Day } from '#core/calendar.ts'
import type { Amount } from '#core/money.ts'
import type { YearPayment } from './responses.ts'
import type { CountedPart } from './shares.ts'

/** The payee of a statement or payment: its key, and the printed name. */
export type Belonging = {
  payee: string
  ownerId: number | null
  driverId: number | null
  payeeName: string | null
}

/** An approved or paid statement that was settled, paid or delivered in the year. */
export type YearStatement = Belonging & {
  id: number
  number: number
  truck: string
  settlementDate: Day
  paidOn: Day | null
  paymentMethod: string | null
  paymentReference: string | null
  totalRevenue: Amount
  extraPay: Amount
  adjustments: Amount
  reimbursements: Amount
  withheld: Amount
  netPayment: Amount
  isSettled: boolean
  /** Revenue of its loads that were delivered in the year. */
  delivered: Amount
}

/** A live part of a payment, with the payment's method and reference. */
export type YearPart = Omit<CountedPart, 'amount'> & {
  billingId: number
  payoutId: number
  amount: Amount
  method: string
  reference: string | null
}

/** A payment of the year. `unapplied`: the part that covered no statement at the end of the year. */
export type PaidInYear = Belonging & YearPayment & { unapplied: Amount }

/** Unapplied money that a payee repaid in the year. */
export type RepaidInYear = Belonging & {
  payoutId: number
  day: Day
  method: string | null
  reference: string | null
  amount: Amount
}

export type YearData = {
  statements: readonly YearStatement[]
  /** All live parts of the statements that count in the year. */
  parts: readonly YearPart[]
  payments: readonly PaidInYear[]
  repaid: readonly RepaidInYear[]
}
