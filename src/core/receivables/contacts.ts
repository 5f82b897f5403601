/** The contact log of brokers about what they owe (SPEC C205). */
import { z } from 'zod'
import { newRecordSchema } from '#core/entities/entity.ts'
import { linesOfText } from '#core/fields/checks.ts'
import type { Field } from '#core/fields/field.ts'
import { choice, day, optionalDay } from '#core/fields/fields.ts'

const LONGEST_TEXT = 5_000

export const CONTACT_KINDS = [
  { value: 'email', label: 'Email' },
  { value: 'call', label: 'Call' },
  { value: 'portal', label: 'Broker’s portal' },
  { value: 'letter', label: 'Letter' },
  { value: 'other', label: 'Other' },
] as const

/** The reminders, in their order. */
export const REMINDER_STAGES = [
  { value: 'before', label: 'Before Due' },
  { value: 'due', label: 'Due' },
  { value: 'final', label: 'Final' },
] as const

export type ReminderStage = (typeof REMINDER_STAGES)[number]['value']

const contactText: Field<string> = {
  label: 'What Was Said',
  control: 'lines',
  schema: linesOfText('What was said', LONGEST_TEXT).min(1, 'What was said is required'),
  formDefault: '',
}

export const contactFields = {
  day: day('Date'),
  kind: choice('How', CONTACT_KINDS, { formDefault: 'call' }),
  text: contactText,
  nextOn: optionalDay('Follow Up On'),
}

export const contactMessages = {
  failed: 'Failed to save the contact',
  deleteFailed: 'Failed to delete the contact',
  draft: 'A draft has no contacts',
  sent: 'A sent reminder stays in the log',
}

const newContact = newRecordSchema(contactFields)

/** A new or changed contact. `confirmed`: the unusual day that the person confirmed (SPEC C385). */
export const sentContactSchema = z.intersection(
  newContact,
  z.object({ confirmed: z.array(z.string()).max(10).default([]) }),
)

export type NewContact = z.output<typeof newContact>
export type SentContact = z.output<typeof sentContactSchema>

const dayText = z.string().describe('A day: "2026-11-20"')

export const contactSchema = z.object({
  id: z.int(),
  brokerId: z.int(),
  invoiceId: z.int().nullable(),
  invoiceNumber: z.string().nullable(),
  day: dayText,
  kind: z.enum(CONTACT_KINDS.map(({ value }) => value)),
  text: z.string(),
  nextOn: dayText.nullable().describe('When to follow up'),
  reminder: z
    .enum(REMINDER_STAGES.map(({ value }) => value))
    .nullable()
    .describe('The reminder that was sent'),
  by: z.string().nullable().describe('The name of the person'),
  version: z.int(),
})

export type Contact = z.output<typeof contactSchema>

/** "Call", "Email, Final reminder". */
export function nameContact({ kind, reminder }: Pick<Contact, 'kind' | 'reminder'>): string {
  const how = CONTACT_KINDS.find(({ value }) => value === kind)?.label ?? kind
  const stage = REMINDER_STAGES.find(({ value }) => value === reminder)
  return stage ? `${how}, ${stage.label.toLowerCase()} reminder` : how
}
