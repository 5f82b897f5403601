/** What is behind the figures of a row: its loads and its other items (SPEC C584), and a load compared with the weeks before (C588). */
import { z } from 'zod'
import { day } from '#core/fields/fields.ts'
import { ITEM_KINDS } from './items.ts'
import { profitQuery } from './profit.ts'

/** The most loads that the details of a row list. */
export const LISTED_DETAILS = 200

const LONGEST_KEY = 400

export const detailsQuery = z.intersection(
  profitQuery,
  z.object({
    key: z
      .string('Choose a row')
      .max(LONGEST_KEY, 'Choose a row')
      .describe('The key of the row; "none" for what is not assigned'),
  }),
)

const amount = z.string().describe('Dollars with two decimals: "1234.50"')
const dayText = z.string().describe('A day: "2026-11-20"')

export const detailsSchema = z.object({
  loads: z
    .array(
      z.object({
        id: z.int(),
        loadId: z.string(),
        deliveryDate: dayText,
        lane: z.string(),
        gross: amount,
        paid: amount,
        kept: amount,
        margin: amount,
        miles: z.string(),
        emptyMiles: z.string(),
        isSettled: z.boolean(),
      }),
    )
    .describe(`The last ${LISTED_DETAILS} by delivery day`),
  loadCount: z.int().describe('All loads of the row'),
  items: z.array(
    z.object({
      kind: z.enum(ITEM_KINDS),
      id: z.int().nullable(),
      day: dayText,
      text: z.string(),
      truckId: z.int().nullable(),
      truck: z.string().nullable(),
      margin: amount.describe('What it adds to the margin; negative for a cost'),
    }),
  ),
})

export type ProfitDetails = z.output<typeof detailsSchema>

export const rateBeforeQuery = z.object({ before: day('Before').schema })

export const rateBeforeSchema = z.object({
  from: dayText,
  to: dayText,
  perMile: amount.nullable().describe('Dollars a mile, empty miles too; null without miles'),
})

export type RateBefore = z.output<typeof rateBeforeSchema>
