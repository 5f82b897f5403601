/** The card purchases of a draft that it does not have as lines (SPEC C576, C577). */
import { z } from 'zod'
import { newRecordSchema } from '#core/entities/entity.ts'
import { text } from '#core/fields/text.ts'
import { waitingCardsSchema } from './waiting.ts'

const takeOffFields = { reason: text('Reason') }

export const takeOffSchema = newRecordSchema(takeOffFields)

export const draftCardsResponse = z.object({
  due: z.int().describe('Purchases that recalculating adds'),
  waiting: waitingCardsSchema,
  off: z
    .array(
      z.object({
        id: z.int().describe('The purchase'),
        description: z.string(),
        day: z.string(),
        net: z.string().describe('Paid to the card company'),
        reason: z.string(),
      }),
    )
    .describe('Purchases of these weeks that a person took off'),
})

export type DraftCards = z.output<typeof draftCardsResponse>

export const cardLineMessages = {
  /** The line of a purchase can't be edited or deleted like another one. */
  locked: "This line follows from a card purchase and can't be edited. Take it off with a reason.",
  notCard: 'Only the line of a card purchase is taken off',
}

/** The screen of a purchase. */
export function purchaseAddress(id: number): string {
  return `/fuel-and-tolls?id=${id}`
}
