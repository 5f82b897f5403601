/** What the pages of a truck, a payee and a load show about settlements (SPEC C53). */
import { z } from 'zod'
import type { Day } from '#core/calendar.ts'
import type { Amount } from '#core/money.ts'
import type { SettlementStatus } from '#core/statuses.ts'

/** A settlement date of a truck without a frozen statement. */
export type OpenSettlement = {
  settlementDate: Day
  loads: number
  /** The revenue of the loads. */
  revenue: Amount
  /** The draft; null if the settlement is not started. */
  billingId: number | null
}

/** An open settlement of one of a payee's trucks. */
export type PayeeOpenSettlement = OpenSettlement & { truckId: number; truck: string }

/** A payee's approved and paid statements of one calendar year, by settlement date. */
export type PayeeTotals = {
  year: number
  statements: number
  gross: Amount
  /** Deductions: gross less net. */
  deductions: Amount
  net: Amount
  /** The part of approved statements that no payment covers. */
  open: Amount
}

/** A statement that has a load, or the draft that will. */
export type LoadStatement = {
  id: number
  number: number | null
  status: SettlementStatus
  settlementDate: Day
  truckId: number
  truck: string
  /** The load's revenue on the statement; null on a draft, which has the current revenue. */
  stated: Amount | null
}

const amount = z.string()

const openSettlement = z.object({
  settlementDate: z.string(),
  loads: z.int(),
  revenue: amount.describe('Total of the loads'),
  billingId: z.int().nullable().describe('The draft; null: not started'),
})

export const openSettlementsResponse = z.array(openSettlement)

export const payeeOpenSettlementsResponse = z.array(
  openSettlement.extend({ truckId: z.int(), truck: z.string() }),
)

export const payeeTotalsResponse = z.array(
  z.object({
    year: z.int(),
    statements: z.int().describe('Approved and paid, by settlement date'),
    gross: amount,
    deductions: amount.describe('Gross less net'),
    net: amount,
    open: amount.describe('Approved and not paid'),
  }),
)

export const loadStatementsResponse = z.array(
  z.object({
    id: z.int(),
    number: z.int().nullable(),
    status: z.enum(['pending', 'approved', 'paid', 'void']),
    settlementDate: z.string(),
    truckId: z.int(),
    truck: z.string(),
    stated: amount.nullable().describe("The load's revenue on the statement; null on a draft"),
  }),
)
