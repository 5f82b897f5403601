/** Query strings of the portal's routes. */
import { z } from 'zod'
import { statementLanguageQuery } from '#core/language-schemas.ts'

export const olderQuery = z.object({
  before: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'before must be an id')
    .transform(Number)
    .optional()
    .describe('The id of the last record of the previous page'),
})

export const ownYearQuery = z.object({
  year: z
    .string('Year is required')
    .regex(/^(19|2\d)\d\d$/, 'Year must be from 1900 to 2999')
    .transform(Number),
})

export const ownYearZipQuery = ownYearQuery.extend(statementLanguageQuery.shape)

export const ownPurchasesQuery = olderQuery.extend(statementLanguageQuery.shape)
