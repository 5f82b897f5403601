/** Sample data of an account without records (SPEC C64). */
import { z } from 'zod'
import { day } from '#core/fields/fields.ts'

export const sampleStateSchema = z.object({
  state: z
    .enum(['possible', 'filled', 'other'])
    .describe('possible: the account has no records. other: it has records, none of them a sample'),
  changed: z.array(z.string()).describe('Sample records that were changed since: "Truck 101"'),
})

export type SampleState = z.output<typeof sampleStateSchema>

/** `today`: the browser's day. */
export const fillSampleSchema = z.object({ today: day('Today').schema })

export const removeSampleSchema = z.object({
  changed: z.enum(['keep', 'remove']).describe('What happens to sample records that were changed'),
})

export const sampleRemovedSchema = z.object({
  removed: z.int(),
  kept: z.array(z.string()).describe('Changed, or used by other records: "Truck 101"'),
})

export type SampleRemoved = z.output<typeof sampleRemovedSchema>

export const sampleMessages = {
  notEmpty: 'Sample data is only for an account without records',
  filled: 'Sample data added',
  notFilled: 'Failed to add sample data',
  removed: 'Sample data removed',
  notRemoved: 'Failed to remove sample data',
  /** The message of the database error HB003. */
  notReal:
    "This is sample data, so it can't be approved or paid. Remove the sample data on the Settings screen first.",
} as const
