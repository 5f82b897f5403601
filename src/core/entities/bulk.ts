/** One change to many records at once: a status for all of them, or their deletion. */
import { z } from 'zod'
import type { Fields } from '#core/fields/fields.ts'

/** The most records of one call; a longer selection is sent in parts. */
export const LARGEST_BULK = 1000

/** `set`: fields and their new values. Without it, `delete` is true. */
export type BulkRequest = { ids: number[]; set?: Record<string, string>; delete?: true }

/** How many records are now as asked for, and which are not, with the reason. */
export type BulkAnswer = { done: number; failed: BulkFailure[] }

/** `label` is null where there is no such record. */
export type BulkFailure = { id: number; label: string | null; message: string }

/** The fields that can be set on many records: those that are chosen from a list. */
export function bulkFields(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([, { control }]) => control === 'choice'),
  )
}

/** Checks the body of a bulk call: either `set` or `delete`, and each id once. */
export function bulkSchema(fields: Fields): z.ZodType<BulkRequest> {
  const settable = Object.entries(bulkFields(fields))
  const set = z.strictObject(
    Object.fromEntries(settable.map(([name, { schema }]) => [name, schema.optional()])),
  )
  return z
    .object({
      ids: z
        .array(z.int().positive('ids must be positive whole numbers'), 'ids must be a list')
        .min(1, 'ids must name a record')
        .max(LARGEST_BULK, `ids may name at most ${LARGEST_BULK} records`)
        .transform((ids) => [...new Set(ids)]),
      set: set
        .refine((values) => Object.keys(values).length > 0, 'set must name a field')
        .optional(),
      delete: z.literal(true, 'delete can only be true').optional(),
    })
    .refine((body) => (body.set === undefined) !== (body.delete === undefined), {
      path: ['set'],
      message: 'Either set or delete must be given',
    }) as unknown as z.ZodType<BulkRequest>
}
