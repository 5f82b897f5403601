/** When reminders are due, and the account’s own texts (SPEC C207). */
import { z } from 'zod'
import { newRecordSchema } from '#core/entities/entity.ts'
import { toSentenceCase } from '#core/fields/checks.ts'
import type { Field } from '#core/fields/field.ts'
import { withHelp } from '#core/fields/help.ts'
import { notes } from '#core/fields/text.ts'
import { PLACEHOLDERS } from '#core/mail/mail-texts.ts'

export const reminderSettingsFields = {
  beforeDays: withHelp(days('First Reminder', 60), 'Days before the due date'),
  dueDays: withHelp(days('Second Reminder', 90), 'Days after the due date'),
  finalDays: withHelp(days('Final Reminder', 365), 'Days after the due date'),
  beforeText: reminderText('Text of the First Reminder'),
  dueText: reminderText('Text of the Second Reminder'),
  finalText: reminderText('Text of the Final Reminder'),
}

export type ReminderSettings = z.output<typeof reminderSettingsBody> & { version: number }

const MESSAGE = 'Final reminder must come after the second reminder'

const reminderSettingsBody = newRecordSchema(reminderSettingsFields)

export const changedReminderSettingsSchema = reminderSettingsBody.refine(
  ({ dueDays, finalDays }) => finalDays > dueDays,
  { path: ['finalDays'], message: MESSAGE },
)

export type ChangedReminderSettings = z.output<typeof changedReminderSettingsSchema>

const nullableText = z.string().nullable().describe('Null: the default text')

export const reminderSettingsSchema = z.object({
  beforeDays: z.int().describe('Days before the due date'),
  dueDays: z.int().describe('Days after the due date'),
  finalDays: z.int().describe('Days after the due date'),
  beforeText: nullableText,
  dueText: nullableText,
  finalText: nullableText,
  version: z.int().describe('0 before the first save'),
})

/** `version`: 0 before the first save. */
export const REMINDER_DEFAULTS: ReminderSettings = {
  beforeDays: 5,
  dueDays: 3,
  finalDays: 30,
  beforeText: null,
  dueText: null,
  finalText: null,
  version: 0,
}

/** A whole number of days from 1 to `max`. */
function days(label: string, max: number): Field<number> {
  const message = `${toSentenceCase(label)} must be a whole number from 1 to ${max}`
  const schema = z
    .union([z.number(), z.string()], message)
    .transform((sent) => (/^\s*\d{1,3}\s*$/.test(String(sent)) ? Number(sent) : Number.NaN))
    .refine((count) => count >= 1 && count <= max, message)
  return { label, control: 'count', schema, formDefault: '' }
}

function reminderText(label: string): Field<string | null> {
  const field = notes(label)
  const message = `${toSentenceCase(label)} must contain ${PLACEHOLDERS.invoices}`
  const schema = field.schema.refine(
    (value) => value === null || value.includes(PLACEHOLDERS.invoices),
    message,
  )
  return { ...field, schema }
}
