/** The responses of the routes of balances, for the API documentation. */
import { z } from 'zod'

const amount = z.string().describe('Dollars with two decimals: "1234.50"')
const day = z.string().describe('A day: "2026-11-20"')
const id = z.int()

const place = {
  ruleId: id.describe('The recurring deduction of the balance'),
  truckId: id.nullable().describe('Null: one balance for all trucks of the payee'),
  truck: z.string().nullable().describe('Truck number'),
  payeeKey: z.string().describe('Key of the payee: "owner:12", "driver:7" or "truck:3"'),
  payee: z.string().describe('Name of the payee'),
  description: z.string(),
}

const openBalanceResponse = z.object({
  ...place,
  balance: z
    .enum(['advance', 'loan', 'escrow', 'deferred'])
    .describe('deferred: left for later by a deduction with a floor'),
  total: amount.describe('The amount lent, the target of escrow, or all that was left for later'),
  open: amount.describe('Owed, held in escrow, or not deducted yet, after statements and entries'),
  available: amount.describe('The part of the open amount that drafts do not use'),
  collected: amount.describe('Deducted by statements, less refunds'),
  drafts: amount.describe('Deducted by drafts, less refunds'),
  repaid: amount,
  writtenOff: amount,
  interest: amount,
  transferred: amount.describe('Received from other balances, less what moved to others'),
  received: amount.describe('Received from another balance'),
  handedOut: amount.describe('Payments to the payee for this advance or loan'),
})

export const openBalancesResponse = z.array(openBalanceResponse)

export const entryResponse = z.object({
  id,
  ruleId: id,
  truckId: id.nullable(),
  payee: z.string().describe('Key of the payee'),
  kind: z.enum(['repayment', 'write-off', 'interest', 'transfer-out', 'transfer-in']),
  day,
  amount: amount.describe('Negative: an undo'),
  effect: amount.describe('What it adds to the amount deducted so far'),
  method: z.string().nullable(),
  reference: z.string().nullable(),
  reason: z.string().nullable(),
  otherRuleId: id.nullable().describe('For a transfer: the deduction of the other balance'),
  quarter: day.nullable().describe('For interest: first day of the quarter'),
  rate: z.string().nullable().describe('For interest: percent per year'),
  balanceDays: amount.nullable().describe('For interest: the daily balances added up'),
  undoes: id.nullable().describe('The entry that this one undoes'),
  undone: z.boolean(),
  statedOn: id.nullable().describe('The statement that shows the entry first'),
  createdAt: z.string(),
})

export const entriesResponse = z.array(entryResponse)

const escrowInterestResponse = z.object({
  ...place,
  balanceDays: amount.describe('The balances at the end of each day, added up'),
  average: amount.describe('The average daily balance'),
  interest: amount.nullable().describe('Null: the rate of the quarter is missing'),
  posted: z.object({ id, amount, rate: z.string() }).nullable(),
})

export const quarterInterestResponse = z.object({
  quarter: z.string().describe('"2026-Q3"'),
  from: day,
  to: day,
  isOver: z.boolean().describe('Interest is posted after the last day of the quarter'),
  rate: z.string().nullable().describe('Percent per year'),
  balances: z.array(escrowInterestResponse),
})

export type EscrowInterest = z.output<typeof escrowInterestResponse>
export type QuarterInterest = z.output<typeof quarterInterestResponse>
