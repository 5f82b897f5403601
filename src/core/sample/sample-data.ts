/** Sample data of an account without records (SPEC C64). */
import { z } from 'zod'
import { day } from '#core/fields/fields.ts'

export const sampleStateSchema = z.object({
  state: z
    .enum(['possible', 'filled', 'other'])
    .describe('possible: the account has no records. other: it has records, but no sample data'),
  changed: z.array(z.string()).describe('Sample records that were changed since: "Truck 101"'),
})

export type SampleState = z.output<typeof sampleStateSchema>

/** `today`: the account's day. */
export const fillSampleSchema = z.object({ today: day('Today').schema })

export const removeSampleSchema = z.object({
  changed: z.enum(['keep', 'remove']).describe('What happens to sample records that were changed'),
})

export const sampleRemovedSchema = z.object({
  removed: z.int(),
  kept: z.array(z.string()).describe('Changed, or used by other records: "Truck 101"'),
})

export type SampleRemoved = z.output<typeof sampleRemovedSchema>
