/** A statement as its own screen shows it, and the statement that it is compared with (SPEC C52). */
import { z } from 'zod'
import type { Day } from '#core/calendar.ts'
import type { Amount } from '#core/money.ts'
import type { Settlement, SettlementLoad } from '#core/settlements/settlement.ts'
import { settlementResponse } from '#core/settlements/responses.ts'
import { COMPARED_PARTS, type Comparison } from './compare-statements.ts'

/** The response of `/api/billing/{id}/comparison`. */
export type StatementView = {
  settlement: Settlement
  /** Number of the truck, as the statement prints it. */
  truck: string
  /** Null if the truck had neither an owner nor a driver. */
  payeeName: string | null
  loads: SettlementLoad[]
  /** The statement of the same payee and truck before this one; null if there is none. */
  previous: PreviousStatement | null
  comparison: Comparison
}

export type PreviousStatement = {
  id: number
  number: number
  settlementDate: Day
  netPayment: Amount
}

const amount = z.string()
const text = z.string().nullable()
const pair = z.object({
  current: amount,
  previous: amount.nullable(),
  difference: amount.nullable(),
})

const load = z.object({
  id: z.int(),
  loadId: z.string(),
  broker: text,
  driver: text,
  pickupCity: text,
  pickupState: z.string(),
  pickupDate: z.string(),
  deliveryCity: text,
  deliveryState: z.string(),
  deliveryDate: text,
  miles: amount,
  revenue: amount,
})

export const comparisonSchema = z.object({
  loads: z.object({ current: z.int(), previous: z.int().nullable() }),
  miles: pair,
  rows: z
    .array(
      pair.extend({
        part: z.enum(COMPARED_PARTS),
        label: z.string(),
        formula: text,
        previousFormula: text,
      }),
    )
    .describe('Each amount with its effect on the net: deductions are negative'),
  gross: pair,
  net: pair,
})

export const statementViewResponse = z.object({
  settlement: settlementResponse,
  truck: z.string().describe('Number of the truck, as printed'),
  payeeName: text,
  loads: z.array(load),
  previous: z
    .object({
      id: z.int(),
      number: z.int(),
      settlementDate: z.string(),
      netPayment: amount,
    })
    .nullable()
    .describe('The statement of the same payee and truck before this one'),
  comparison: comparisonSchema,
})
