/** What a person decides about purchases: whose truck, what kind, ignore, which figures (SPEC C565, C566). */
import { z } from 'zod'
import { formatDay } from '#core/calendar.ts'
import { changedRecordSchema, responseSchema } from '#core/entities/entity.ts'
import type { PurchaseFigures } from './figures.ts'
import { approvedWeeksAnswer } from './imports.ts'
import { cardPurchases, decidedFields } from './purchase-list.ts'

export const decideMessages = {
  noCard: 'This row has no card',
  noConflict: 'The figures are decided already',
  notTwo: 'Only the same invoice on another day can be a second purchase',
  noTruck: 'Choose the truck first',
}

/** `others`: also the other rows of the card from that day on that wait. `holder`: the card is with the truck from the day of this row. */
export const decideRequest = z.intersection(
  changedRecordSchema(decidedFields),
  z.object({
    others: z.boolean().default(false),
    alike: z
      .boolean()
      .default(false)
      .describe('The kind is also that of the other items with this code'),
    holder: z.boolean().default(false),
    approvedWeeks: approvedWeeksAnswer,
    confirmed: z.array(z.string()).max(10).default([]),
  }),
)

export const figuresRequest = z.object({
  take: z
    .enum(['stored', 'new', 'both'])
    .describe('Which figures count; both: the same invoice on another day is a second purchase'),
  approvedWeeks: approvedWeeksAnswer,
})

const figures = z.object({
  day: z.string(),
  gallons: z.string().nullable(),
  price: z.string().nullable(),
  retail: z.string(),
  discount: z.string(),
  net: z.string(),
}) satisfies z.ZodType<PurchaseFigures>

const { chase: _, ...listed } = cardPurchases.fields

export const purchaseResponse = responseSchema(listed)

/** What a purchase waits for. */
export const purchaseDetails = z.object({
  id: z.int(),
  version: z.int(),
  waitingOthers: z.int().describe('Rows of the same card from that day on that wait too'),
  code: z.string().nullable(),
  unknownAlike: z.int().describe('Other items with its code whose kind is unknown too'),
  cells: z.record(z.string(), z.string()).describe('The row of the file, by its titles'),
  stored: figures,
  conflict: figures
    .extend({
      importId: z.int(),
      fileName: z.string(),
      isOtherDay: z.boolean().describe('The same invoice on another day'),
    })
    .nullable(),
})

export type DecidedFigures = z.output<typeof figuresRequest>
export type TakenFigures = DecidedFigures['take']

export type PurchaseDetails = z.output<typeof purchaseDetails>

/** `changed`: with the row itself. */
export const decidedResponse = z.object({ changed: z.int() })

/** `moves`: also gives purchases the truck that the cards say now, if it is another one. */
export const matchQuery = z.object({
  moves: z.enum(['no', 'yes']).default('no'),
  approvedWeeks: approvedWeeksAnswer,
})

export const matchedResponse = z.object({
  found: z.int(),
  moved: z
    .int()
    .describe('Purchases with another truck than the cards say now; given to it with moves=yes'),
})

export type MatchedPurchases = z.output<typeof matchedResponse>

/** "Card 0541, 11/20/2026". */
export function namePurchase({ card, day }: Record<string, unknown>): string {
  return `Card ${String(card)}, ${formatDay(String(day))}`
}
