/** What an import does with new loads that were delivered before today (SPEC C362). */
import { z } from 'zod'
import { day } from '#core/fields/fields.ts'

/** The delivery status of past loads for which the file has none: `keep` is the default of a new load. */
const PAST_STATUSES = ['keep', 'delivered'] as const
export type PastStatus = (typeof PAST_STATUSES)[number]

/** The settlement of delivered past loads without a settlement date. */
const PAST_SETTLEMENTS = ['open', 'weeks', 'elsewhere'] as const
export type PastSettlement = (typeof PAST_SETTLEMENTS)[number]

export const pastQuery = z.object({
  today: day('Today').schema.optional().describe("The account's day by default"),
  past: z
    .enum(PAST_STATUSES, 'past must be keep or delivered')
    .default('keep')
    .describe(
      'New loads with a delivery date before today and no delivery status; delivered: they are delivered',
    ),
  unsettled: z
    .enum(PAST_SETTLEMENTS, 'unsettled must be open, weeks or elsewhere')
    .default('open')
    .describe(
      'New delivered loads with a delivery date before today and no settlement date; weeks: they get the date of ' +
        'their delivery week, if they have a truck; elsewhere: they are marked as settled elsewhere; open: they have no date',
    ),
})

export const pastCounts = z.object({
  withoutStatus: z.int().describe('New loads with a delivery date before today and no status'),
  unsettled: z
    .int()
    .describe('New delivered loads with a delivery date before today and no settlement date'),
})

export type PastCounts = z.output<typeof pastCounts>
