/** A change of many records at once: the same values for all, or deletion. */
import { z } from 'zod'
import type { Fields } from '#core/fields/field.ts'

/** The maximum number of records per call. The client sends a larger selection in parts. */
export const LARGEST_BULK = 1000

/** `set`: fields and their new values. A request has either `set` or `delete`. */
export type BulkRequest = { ids: number[]; set?: Record<string, unknown>; delete?: true }

/** `done`: the number of records that were changed or deleted. */
export type BulkResponse = { done: number; failed: BulkFailure[] }

/** `label` is null if the record does not exist. */
export type BulkFailure = { id: number; label: string | null; message: string }

const BULK_CONTROLS = new Set(['choice', 'day', 'reference'])

/** The fields that can be set on many records: choices, days and links (SPEC C45). */
export function bulkFields(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([, { control }]) => BULK_CONTROLS.has(control)),
  )
}

/** Checks the body of a bulk call, and removes repeated ids. */
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
      message: 'Send either set or delete',
    }) as unknown as z.ZodType<BulkRequest>
}
