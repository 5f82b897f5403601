/** The response of `/api/settlements/drift`, for the API description (SPEC C7). */
import { z } from 'zod'
import { LOAD_CHANGES, type Drift } from './drift.ts'

const amount = z.string()

const lineSchema = z.object({
  restates: z
    .int()
    .nullable()
    .describe("The statement's line that this line restates; null: revenue"),
  adjustsPay: z.boolean().describe('The restated line is extra pay'),
  description: z.string(),
  formula: z.string().nullable().describe('12% × $750.00, was 12% × $1,000.00'),
  amount: amount.describe('A negative amount is a credit'),
  loadId: z.int().nullable().describe('The load of a factoring fee'),
  reference: z.string().nullable().describe('Load 1042, invoice 88, schedule 7'),
})

export const driftSchema: z.ZodType<Drift> = z.object({
  billingId: z.int(),
  number: z.int().describe('Statement number'),
  truckId: z.int(),
  settlementDate: z.iso.date(),
  loadId: z.int().describe('0: no load. Rounding of earlier adjustments is open'),
  load: z.string().describe('Load number'),
  change: z.enum(LOAD_CHANGES).describe('moved: to another truck or settlement date'),
  before: amount.describe('Revenue on the statement'),
  now: amount.describe('Current revenue'),
  corrected: amount.describe('Revenue that adjustments and write-offs already settled'),
  milesBefore: amount.describe('Miles on the statement, adjustments included'),
  milesNow: amount,
  emptyMilesBefore: amount,
  emptyMilesNow: amount,
  factoredBefore: amount.describe('Factored revenue on the statement, adjustments included'),
  factoredNow: amount,
  feeBefore: amount.describe(
    "The load's part of the factoring fee on the statement, adjustments included",
  ),
  feeNow: amount,
  factoring: z.string().nullable().describe('invoice 88, schedule 7'),
  openRevenue: amount.describe("Revenue that the statement's deductions do not follow yet"),
  openLoads: z.int().describe("Loads that the statement's deductions do not follow yet"),
  payee: z.string().describe('Payee of the statement'),
  otherPayee: z
    .string()
    .nullable()
    .describe("The truck's current payee, if it is a different payee"),
  lines: z.array(lineSchema).describe('What one adjustment of the statement adds'),
  unrated: z.array(z.string()).describe('Deductions that are not adjusted: no rate on record'),
  net: amount.describe('How much the adjustment changes the net payment'),
  loadNet: amount.describe('How much this load alone changes it'),
})
