/** The responses of the payment routes, for the API documentation. */
import { z } from 'zod'

const amount = z.string().describe('Dollars with two decimals: "1234.50"')
const day = z.string().describe('A day: "2026-11-20"')
const id = z.int()

export const paymentResponse = z.object({
  id,
  ownerId: id.nullable(),
  driverId: id.nullable(),
  truckId: id.nullable().describe('Only for a payee that is a truck without owner and driver'),
  payee: z.string().describe('Key of the payee: "owner:12", "driver:7" or "truck:3"'),
  payeeName: z.string().nullable(),
  kind: z.enum(['settlement', 'hand-out']),
  ruleId: id.nullable(),
  paidOn: day,
  method: z.string(),
  reference: z.string().nullable(),
  amount,
  note: z.string().nullable(),
  replaces: id.nullable().describe('The payment that this one replaces'),
  countsOn: day.nullable().describe('The day by which it counts in a year; null: paidOn'),
  reversedOn: day.nullable(),
  reversal: z.enum(['never cashed', 'returned', 'reissued']).nullable(),
  reversalReason: z.string().nullable(),
  applied: amount.describe('Sum of the parts that cover statements'),
  closed: amount.describe('Repaid in cash or written off'),
  unapplied: amount,
  state: z.enum(['posted', 'unapplied', 'reversed']),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

const stated = {
  number: z.int().nullable(),
  truck: z.string(),
  settlementDate: day,
  status: z.string(),
}

const partResponse = z.object({
  id,
  payoutId: id,
  billingId: id,
  amount,
  wasUnapplied: z.boolean().describe('The money was unapplied before it covered the statement'),
  appliedOn: day.nullable().describe('The day on which unapplied money was applied'),
  ended: z.enum(['reversed', 'kept']).nullable(),
  endedAt: z.string().nullable(),
  ...stated,
})

const closingResponse = z.object({
  id,
  payoutId: id,
  kind: z.enum(['repayment', 'write-off']),
  day,
  amount,
  method: z.string().nullable(),
  reference: z.string().nullable(),
  reason: z.string(),
  createdAt: z.string(),
})

/** A payment with its parts, and what closed its unapplied money. */
export const paymentDetailsResponse = paymentResponse.extend({
  parts: z.array(partResponse),
  closings: z.array(closingResponse),
  isExported: z.boolean().describe('A file for the accountant has it: its number can’t be changed'),
})

export type PaymentDetails = z.output<typeof paymentDetailsResponse>

const openStatementResponse = z.object({
  id,
  truckId: id,
  ...stated,
  netPayment: amount,
  paidAmount: amount,
  open: amount,
  approvedOn: day.nullable(),
})

const openPayeeResponse = z.object({
  payee: z.string(),
  ownerId: id.nullable(),
  driverId: id.nullable(),
  truckId: id.nullable(),
  name: z.string().nullable(),
  paymentMethod: z.string().nullable().describe("The payee's own method, as payments store it"),
  open: amount,
  unapplied: amount,
  statements: z.array(openStatementResponse).describe('Oldest first'),
})

export const openResponse = z.object({ payees: z.array(openPayeeResponse) })

export type OpenPayee = z.output<typeof openPayeeResponse>
export type OpenPayments = z.output<typeof openResponse>

const statementPaymentResponse = z.object({
  id: id.describe('Id of the payment'),
  paidOn: day,
  method: z.string(),
  reference: z.string().nullable(),
  payeeName: z.string().nullable(),
  amount: amount.describe('The part that covers this statement'),
  wasUnapplied: z.boolean(),
})

/** The payments of one statement. */
export const statementPaymentsResponse = z.object({
  payments: z.array(statementPaymentResponse),
  alreadyPaid: z.array(statementPaymentResponse).describe('Unapplied money that covers it'),
  openAmount: amount,
})

export type StatementPayments = z.output<typeof statementPaymentsResponse>
