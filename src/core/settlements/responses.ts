/** The responses of the settlement routes, for the API documentation. */
import { z } from 'zod'
import { responseSchema } from '#core/entities/entity.ts'
import { entryResponse } from '#core/balances/responses.ts'
import { lineFields } from './lines.ts'
import { ruleFields } from './rules.ts'
import { settlementFields } from './settlement.ts'

const amount = z.string().describe('Dollars with two decimals: "1234.50"')
const day = z.string().describe('A day: "2026-11-20"')
const id = z.int()
const text = z.string().nullable()
const payeeIds = { ownerId: id.nullable(), driverId: id.nullable() }
const payeeKey = z.string().describe('Key of the payee: "owner:12", "driver:7" or "truck:3"')

export const settlementResponse = responseSchema(settlementFields).extend({
  ...payeeIds,
  payee: payeeKey,
  status: z.enum(['pending', 'approved', 'paid', 'void']),
  number: z.int().nullable().describe('Statement number; null for a draft'),
  weekNumber: z.int(),
  weekYear: z.int(),
  startDate: day,
  endDate: day,
  totalRevenue: amount,
  totalExpenses: amount.describe(
    'The sum of the categories. Extra pay is a negative part of "other".',
  ),
  netPayment: amount,
  extraPay: amount.describe('The extra pay among the expenses, a positive amount'),
  grossPay: amount.describe('Loads and extra pay'),
  statementUrl: text,
  approvedAt: text,
  approvedOn: day.nullable(),
  paidAmount: amount.describe('Covered by payments'),
  paidOn: day.nullable(),
  paymentMethod: text,
  paymentReference: text,
  voidedAt: text,
  voidedOn: day.nullable(),
  voidReason: text,
  holdReason: text.describe('Why a draft is on hold; null if it is not'),
})

export const lineResponse = responseSchema(lineFields).extend({
  billingId: id,
  truckId: id,
  kind: z.string().describe('plain, entered, rule, extra-pay, refund, carry-in, correction …'),
  ruleId: id.nullable(),
  ruleKey: text,
  basis: text,
  basisValue: text,
  basisFigure: text,
  reached: amount.nullable(),
  reachedOf: amount.nullable(),
  carriedFrom: id.nullable(),
  corrects: id.nullable(),
  restates: id.nullable(),
  offsetWith: id.nullable(),
  cardPurchaseId: id.nullish().describe('Of a line of kind "card"'),
  cardRetail: amount.nullish(),
  cardDiscount: amount.nullish(),
  cardPassedOn: amount.nullish(),
  takenOver: z.boolean(),
  transferReason: text,
  extraPay: text,
  subjectToPercent: z.boolean(),
  byHand: z.boolean(),
  skipped: z.boolean(),
  voided: z.boolean(),
  formula: text,
})

export const ruleResponse = responseSchema(ruleFields).extend({
  labels: z.record(z.string(), text).describe('Names of the truck, the owner and the driver'),
})

const ruleOfBalance = {
  ruleId: id,
  description: z.string(),
  basis: z.string(),
  value: z.string(),
  balance: z
    .enum(['none', 'advance', 'loan', 'escrow', 'deferred'])
    .describe('deferred: left for later by a deduction with a floor'),
  total: amount.describe('deferred: all that was left for later'),
}

export const balanceResponse = z.object({
  ...ruleOfBalance,
  payee: text.describe('Name of the payee'),
  ownerId: id.nullable(),
  payeeKey: payeeKey.optional(),
  opening: amount,
  change: amount.describe('The change by this settlement'),
  closing: amount,
  formerTotal: amount.optional(),
  returnedOn: day.optional(),
  entries: z
    .array(
      entryResponse
        .pick({ id: true, kind: true, day: true, undoes: true })
        .extend({ change: amount }),
    )
    .optional(),
})

const carryResponse = z.object({
  billingId: id,
  number: z.int(),
  truckId: id,
  settlementDate: day,
  payee: z.string(),
  otherPayee: z.string().describe("The truck's current payee"),
  amount,
})

/** Amounts that are open with payees a truck no longer pays. */
export const previousPayeesResponse = z.object({
  carries: z.array(carryResponse),
  balances: z.array(balanceResponse.extend({ truckId: id, payee: z.string() })),
})

export const writeOffResponse = z.object({
  id,
  billingId: id,
  loadId: id.nullable(),
  reason: z.string(),
  net: amount.nullable(),
  amount,
})

export const changedPayeeResponse = z
  .object({ payee: z.string(), owner: text, driver: text })
  .nullable()
  .describe("Set if the settlement does not pay the truck's current payee")

export const previewResponse = z.object({
  yearToDate: z.object({ revenue: amount, expenses: amount, net: amount, loads: z.int() }),
  loads: z.array(z.object({ id, loadId: z.string(), revenue: amount })).optional(),
  loadCount: z.int().optional(),
  totalRevenue: amount.optional(),
  startDate: day.optional(),
  endDate: day.optional(),
  billing: settlementResponse.nullable().optional(),
  payee: z.object({ ...payeeIds, name: text }).optional(),
  former: z.object({ number: z.int(), payee: z.string(), now: z.string() }).nullish(),
  changedPayee: changedPayeeResponse.optional(),
  voided: z.array(z.object({ id, number: z.int().nullable(), voidReason: text })).optional(),
  proposed: z
    .array(
      z.object({
        kind: z.string(),
        category: z.string(),
        description: z.string(),
        amount,
        formula: z.string(),
      }),
    )
    .optional(),
})
