/** The responses of the year routes, for the API documentation (SPEC C9). */
import { z } from 'zod'

const amount = z.string().describe('Dollars with two decimals: "1234.50"')
const day = z.string().describe('A day: "2026-11-20"')
const id = z.int()

const figures = {
  gross: amount.describe('Loads, extra pay and adjustments to prior loads'),
  extraPay: amount.describe('The extra pay in the gross'),
  adjustments: amount.describe('The adjustments to prior loads in the gross'),
  reimbursements: amount,
  deductions: amount,
  withheld: amount.describe('Backup withholding (box 4 of the 1099-NEC)'),
  net: amount.describe('Gross and reimbursements, less deductions and withheld tax'),
}

const sums = z.object({
  stated: amount.describe('Loads of the statements, without extra pay and adjustments'),
  extraPay: amount,
  adjustments: amount,
  unapplied: amount,
  repaid: amount,
  reported: amount,
  settledNotPaid: amount.describe(
    'Settlement date in the year, counted in another year or not yet',
  ),
  paidNotSettled: amount.describe('Counted in the year, settlement date in another year'),
  settled: amount,
  settledExtraPay: amount,
  settledAdjustments: amount,
  settledNotDelivered: amount.describe('Settled in the year, delivered in another year or undated'),
  deliveredNotSettled: amount.describe('Delivered in the year, settled in another year'),
  delivered: amount,
})

const payeeYear = z.object({
  key: z.string().describe('"owner:12", "driver:7", or "truck:3" if the records name neither'),
  ownerId: id.nullable(),
  driverId: id.nullable(),
  payee: z.string().describe('Name on the latest statement'),
  statements: z.int().describe('Statements that count in the year'),
  ...figures,
  unapplied: amount.describe(
    'Money paid in the year that covered no statement at the end of the year',
  ),
  repaid: amount.describe('Unapplied money that the payee repaid in cash in the year'),
  paid: amount.describe('Payments by day: net and unapplied money, less what was repaid'),
  reported: amount.describe('1099 figure: gross and unapplied money, less what was repaid'),
  filing: z
    .enum(['reached', 'withheld', 'below'])
    .describe(
      'Whether the 1099 figure reaches the threshold. "withheld": below, but tax was withheld',
    ),
  handedOut: amount.describe('Advances and loans paid out. They are not gross'),
  taxId: z
    .enum(['on-file', 'missing', 'unreadable'])
    .optional()
    .describe('Only for members who may see tax IDs'),
  backupWithholding: z.boolean().describe('The current setting of the payee'),
  sums,
})

export const yearResponse = z.object({
  year: z.int(),
  threshold: amount.describe('A 1099-NEC is filed if the 1099 figure is at least this amount'),
  payees: z.array(payeeYear),
})

const entry = z.object({
  kind: z
    .enum(['statement', 'rest', 'unapplied', 'repaid'])
    .describe('"rest": the amount of a part that exceeds unapplied money of an earlier year'),
  day: day.describe('The day on which it counts'),
  billingId: id.nullable(),
  number: z.int().nullable(),
  truck: z.string().nullable(),
  settlementDate: day.nullable(),
  paymentId: id.nullable(),
  method: z.string().nullable(),
  reference: z.string().nullable(),
  ...figures,
})

const yearPayment = z.object({
  id,
  paidOn: day,
  kind: z.enum(['settlement', 'hand-out']),
  method: z.string(),
  reference: z.string().nullable(),
  amount,
  state: z.enum(['posted', 'unapplied', 'reversed']),
})

export const payeeYearResponse = z.object({
  year: z.int(),
  threshold: amount,
  payee: payeeYear,
  entries: z.array(entry).describe('What counts in the year, by day'),
  payments: z
    .array(yearPayment)
    .describe('Payments of the year by day, including reversed payments'),
})

export type YearSums = z.output<typeof sums>
export type PayeeYear = z.output<typeof payeeYear>
export type YearSummary = z.output<typeof yearResponse>
export type YearEntry = z.output<typeof entry>
export type YearPayment = z.output<typeof yearPayment>
export type PayeeYearDetails = z.output<typeof payeeYearResponse>
