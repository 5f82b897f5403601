/** The layout of a broker's papers as a person taught it by pointing at values (SPEC C145). */
import { z } from 'zod'
import type { ReadField } from '#core/confirmations/reading.ts'

/** The values that a load has a field for. */
export const POINTED_FIELDS = [
  'brokerLoadNumber',
  'poNumber',
  'bolNumber',
  'pickupNumber',
  'total',
  'pickupCity',
  'pickupState',
  'pickupZip',
  'pickupDate',
  'pickupTime',
  'deliveryCity',
  'deliveryState',
  'deliveryZip',
  'deliveryDate',
  'deliveryTime',
  'cargoType',
  'weight',
  'pieces',
  'miles',
] as const satisfies readonly ReadField[]

export type PointedField = (typeof POINTED_FIELDS)[number]

export const MAX_ANCHORS = 3
export const MAX_MARKS = 6
export const MAX_WORDS = 8
export const MAX_LABEL_LENGTH = 60
export const MAX_MARK_LENGTH = 80

/** The maximum number of taught layouts in an account. */
export const MAX_TAUGHT_LAYOUTS = 300

const label = z.string().min(1).max(MAX_LABEL_LENGTH)

const anchorSchema = z.strictObject({
  label: label.describe('The words that name the value'),
  side: z
    .enum(['right', 'below', 'left', 'under'])
    .describe('Where the value is, seen from the label; under: the only one in the block below'),
  within: label.optional().describe('The heading of the block that the label is in'),
})

const taughtFieldSchema = z.strictObject({
  anchors: z.array(anchorSchema).min(1).max(MAX_ANCHORS),
  corrects: z.boolean().describe('A person corrected what the reader was sure about'),
})

/** The limits of its parts keep a layout below about 10 KB. */
export const taughtLayoutSchema = z.strictObject({
  broker: z.string().max(100).describe('The name of the broker, for display'),
  marks: z
    .array(z.string().min(3).max(MAX_MARK_LENGTH))
    .min(1)
    .max(MAX_MARKS)
    .describe('MC number, email domain and name of the broker: the document prints one of them'),
  words: z
    .array(label)
    .max(MAX_WORDS)
    .describe('Titles and labels: the document prints at least half of them'),
  fields: z
    .partialRecord(z.enum(POINTED_FIELDS), taughtFieldSchema)
    .refine((fields) => Object.keys(fields).length > 0, 'No field was pointed at'),
})

export type Anchor = z.output<typeof anchorSchema>

export type TaughtLayout = z.output<typeof taughtLayoutSchema>

export const storedLayoutSchema = z.object({ id: z.int(), layout: taughtLayoutSchema })

/** A layout with its id in the account. */
export type StoredLayout = z.output<typeof storedLayoutSchema>

/** `id`: the id of the taught layout that already matches the paper; null for a new layout. */
export const newLayoutSchema = z.object({ id: z.int().nullable(), layout: taughtLayoutSchema })

export type NewLayout = z.output<typeof newLayoutSchema>

/** What is taught later replaces the earlier anchors of the same fields; the other fields stay. */
export function mergeLayouts(earlier: TaughtLayout, later: TaughtLayout): TaughtLayout {
  const marks = [...new Set([...later.marks, ...earlier.marks])].slice(0, MAX_MARKS)
  return { ...earlier, marks, fields: { ...earlier.fields, ...later.fields } }
}
