/** Query strings of the settlement run's routes. */
import { z } from 'zod'
import { day } from '#core/fields/fields.ts'

export const runQuery = z.object({
  week: day('Week')
    .schema.optional()
    .describe('Any day of the work week; default: oldest week with open work'),
  today: day('Today').schema,
})

export const openWorkQuery = z.object({ today: day('Today').schema })

/** `week`: any day of the work week. */
export const weekQuery = z.object({ week: day('Week').schema })
