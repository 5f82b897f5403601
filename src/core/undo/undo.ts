/** Undo and trash: a deletion, a bulk change and an import can be undone for 30 days (SPEC C43–C46). */
import { z } from 'zod'
import { everyEntity } from '#core/entities/entities.ts'
import type { Listing } from '#core/entities/entity.ts'
import { choice } from '#core/fields/fields.ts'
import { views } from '#core/lists/views.ts'
import { everyTable } from '#core/tables.ts'
import { optionalText, text } from '#core/fields/text.ts'

/** A record that stays as it is, or that was restored without everything it had. */
const partSchema = z.object({
  subject: z.string(),
  id: z.int().describe('Id of the record'),
  label: z.string(),
  message: z.string(),
  trashId: z
    .int()
    .optional()
    .describe(
      'For a deleted record whose number is in use: its entry in the trash. Restore it with `set`',
    ),
})

export type UndoneInPart = z.output<typeof partSchema>

/** The result for one record. `failed`: why it stays in the trash. `notes`: what could not be restored. */
export type Restored = { failed: string } | { notes: string[] }

export const undoResponse = z.object({
  done: z.int().describe('Records that are as they were before'),
  failed: z.array(partSchema).describe('Records that stay as they are'),
  notes: z.array(partSchema).describe('Restored records without some of their values'),
  next: z
    .int()
    .nullable()
    .describe('Send it as `before` to undo the next records; null at the end'),
})

export type UndoResponse = z.output<typeof undoResponse>

export const undoRequest = z
  .object({ before: z.int().positive().optional().describe('`next` of the previous response') })
  .nullish()

/** Another number for a record whose number is in use now: `{ "loadId": "L-7B" }`. */
export const restoreRequest = z
  .object({ set: z.record(z.string(), z.string().nullable()).optional() })
  .nullish()

/** What an entry of the audit log can undo. */
export const restorable = z.object({
  operation: z.guid().nullable(),
  action: z.enum(['created', 'changed', 'deleted']).nullable(),
  subject: z.string().nullable().describe('What was changed: a list, or load_charges'),
  records: z.int().describe('Records of the operation that can still be undone'),
  trashId: z.int().nullable().describe('The deleted record in the trash'),
  fields: z.array(z.string()).describe('Fields whose previous value can be restored'),
})

export type Restorable = z.output<typeof restorable>

export const restoreValueRequest = z.object({ field: text('Field').schema })

/** The options of the record type, by table. */
const RECORD_TYPES = [
  ...everyEntity.map(({ name, singular }) => ({ value: name, label: singular })),
  ...everyTable.flatMap(([value, { list }]) =>
    list ? [{ value, label: list.listing.singular }] : [],
  ),
  { value: 'billing', label: 'Draft Settlement' },
  { value: 'deduction_rules', label: 'Recurring Deduction' },
  { value: 'documents', label: 'Document' },
  { value: views.name, label: 'Saved View' },
]

/** The deleted records, declared like a list of records. */
export const trash: Listing = {
  name: 'trash',
  singular: 'Deleted Record',
  title: 'Trash',
  description: 'Deleted records are kept for 30 days and can be restored until then.',
  label: 'label',
  fields: {
    createdAt: { ...optionalText('Deleted'), control: 'day' },
    subject: choice('Record Type', RECORD_TYPES, { formDefault: 'loads' }),
    label: optionalText('Record'),
    expiresAt: { ...optionalText('Kept Until'), control: 'day' },
  },
  columns: [
    { title: 'Deleted', fields: ['createdAt'], show: 'instant' },
    'subject',
    'label',
    { title: 'Kept Until', fields: ['expiresAt'], show: 'instant' },
  ],
  card: ['subject', 'label'],
}

export const trashedRecord = z.object({
  id: z.int(),
  operation: z.guid(),
  subject: z.string(),
  recordId: z.int(),
  label: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  labels: z.record(z.string(), z.string()),
})
