/** The response of the settlement run route, for the API documentation. */
import { z } from 'zod'
import { waitingCardsSchema } from '#core/settlements/cards/waiting.ts'
import { settlementOffsetsSchema } from '#core/settlements/offsets.ts'
import { changedPayeeResponse } from '#core/settlements/responses.ts'
import { EXCEPTION_CAUSES, type ExceptionCause } from './exceptions.ts'

const amount = z.string().describe('Dollars with two decimals: "1234.50"')
const day = z.string().describe('A day: "2026-11-20"')
const id = z.int()
const text = z.string().nullable()

const runRowResponse = z.object({
  truckId: id,
  truck: z.string(),
  settlementDate: day,
  billing: z
    .object({
      id,
      status: z.enum(['pending', 'approved', 'paid', 'void']),
      number: z.int().nullable(),
      version: z.int(),
      holdReason: text,
    })
    .nullable(),
  payee: z.string().describe('Key of the payee: "owner:12", "driver:7" or "truck:3"'),
  payeeName: text,
  method: text.describe("How it was paid; before payment the payee's own method"),
  loads: z.int(),
  revenue: amount,
  deductions: amount,
  extraPay: amount,
  net: amount,
  stale: z.boolean().describe('The loads changed after the settlement was saved'),
  changedPayee: changedPayeeResponse,
  exceptions: z.array(
    z.object({
      cause: z.enum(Object.keys(EXCEPTION_CAUSES) as ExceptionCause[]),
      text: z.string(),
    }),
  ),
  incompleteLoads: z.array(
    z.object({
      id,
      number: z.string(),
      isDelivered: z.boolean(),
      papers: z.string().describe('The missing documents, separated by commas'),
    }),
  ),
  adjustments: z
    .array(
      z.object({
        id: id.describe('The statement whose loads changed after its approval'),
        number: z.int(),
        loads: z.int().describe('Changed loads'),
        net: amount.describe('How much the adjustment changes the net'),
        otherPayee: text.describe('Set if only a settlement of another payee could take it'),
      }),
    )
    .describe('Of a draft or an unsaved settlement: what preparing it can adjust'),
  offsets: settlementOffsetsSchema.nullable(),
})

export const runResponse = z.object({
  from: day,
  to: day,
  rows: z.array(runRowResponse),
  cards: waitingCardsSchema.describe('Card purchases that no settlement can take, by reason'),
})
