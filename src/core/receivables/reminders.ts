/** Reminders of unpaid invoices: which are due, and what they say (SPEC C207). */
import { z } from 'zod'
import { addDays, countDays, formatDay, type Day } from '#core/calendar.ts'
import { day } from '#core/fields/fields.ts'
import { linesOfText, requiredText, shortText } from '#core/fields/checks.ts'
import { PLACEHOLDERS, REMINDER_TEXTS } from '#core/mail/mail-texts.ts'
import { formatMoney, toCents, type Amount } from '#core/money.ts'
import { REMINDER_STAGES, type ReminderStage } from './contacts.ts'
import type { ReminderSettings } from './reminder-settings.ts'

const LONGEST_TEXT = 5_000
const MAX_INVOICES = 500
/** The number of days that the final reminder gives the broker. */
const FINAL_DAYS_TO_PAY = 10

const STAGE_VALUES = REMINDER_STAGES.map(({ value }) => value)

const amount = z.string().describe('Dollars with two decimals: "1234.50"')
const dayText = z.string().describe('A day: "2026-11-20"')

const remindedSchema = z.object({
  id: z.int(),
  number: z.string(),
  invoiceDate: dayText,
  dueOn: dayText,
  open: amount,
  disputed: z.boolean(),
  returned: z
    .boolean()
    .describe('A factor charged it back. It prints the factor, but is payable to the carrier'),
})

export type RemindedInvoice = z.output<typeof remindedSchema>

const reminderSchema = z.object({
  brokerId: z.int(),
  brokerName: z.string(),
  stage: z.enum(STAGE_VALUES),
  to: z.string().nullable().describe('The broker’s address for invoices, else its email'),
  subject: z.string(),
  text: z.string(),
  invoices: z.array(remindedSchema),
})

export type Reminder = z.output<typeof reminderSchema>

export const remindersSchema = z.object({
  canMail: z.boolean().describe('A mail server is set up'),
  reminders: z.array(reminderSchema),
  suits: z
    .array(
      z.object({
        id: z.int(),
        number: z.string(),
        brokerName: z.string(),
        suitBy: dayText.describe('A suit begins by this day (49 USC 14705)'),
      }),
    )
    .describe('Open invoices whose last day for a suit is near or over'),
})

export type Reminders = z.output<typeof remindersSchema>

export const reminderMessages = {
  failed: 'Failed to record the reminder',
  nothing: 'Choose at least one invoice',
  notOpen: 'An invoice is no longer due for this reminder. Reload the list.',
}

const ids = z
  .array(
    z.int(reminderMessages.nothing).positive(reminderMessages.nothing),
    reminderMessages.nothing,
  )
  .min(1, reminderMessages.nothing)
  .max(MAX_INVOICES, reminderMessages.nothing)

export const sentReminderSchema = z.object({
  brokerId: z.int('Choose a broker').positive('Choose a broker'),
  stage: z.enum(STAGE_VALUES, 'Choose a reminder'),
  invoiceIds: ids,
  how: z
    .enum(['mail', 'by-hand'], 'Choose how it is sent')
    .describe('by-hand: sent outside Haulbook'),
  to: shortText('To', 500).default(''),
  subject: requiredText('Subject', 200),
  text: linesOfText('Text', LONGEST_TEXT).min(1, 'Text is required'),
  sentOn: day('Sent On')
    .schema.optional()
    .describe('The day in the contact log, at most one day from today. Default: today'),
})

/** `today`: the user's day, which can differ from the server's. */
export const remindersQuery = z.object({
  today: day('Today').schema.optional().describe('At most one day from today. Default: today'),
})

export const reminderDraftQuery = remindersQuery.extend({
  brokerId: z.coerce.number('Choose a broker').int('Choose a broker').positive('Choose a broker'),
  stage: z.enum(STAGE_VALUES, 'Choose a reminder'),
})

export type SentReminder = z.output<typeof sentReminderSchema>

export const reminderResultSchema = z.object({
  recorded: z.int().describe('Invoices whose log has the reminder now'),
  mailId: z.int().nullable(),
})

/**
 * The latest reminder whose day has come. Null if there is none, or if this reminder or a later one was sent. `sent`: the
 * reminders that were sent for the invoice.
 */
export function findDueStage(
  dueOn: Day,
  today: Day,
  settings: Pick<ReminderSettings, 'beforeDays' | 'dueDays' | 'finalDays'>,
  sent: readonly ReminderStage[],
): ReminderStage | null {
  const days = countDays(dueOn, today)
  const stage = findStage(days, settings)
  if (stage === null) return null
  const place = (name: ReminderStage) => STAGE_VALUES.indexOf(name)
  return sent.some((name) => place(name) >= place(stage)) ? null : stage
}

/** `days`: days since the due date; negative before it. */
function findStage(
  days: number,
  {
    beforeDays,
    dueDays,
    finalDays,
  }: Pick<ReminderSettings, 'beforeDays' | 'dueDays' | 'finalDays'>,
): ReminderStage | null {
  if (days >= finalDays) return 'final'
  if (days >= dueDays) return 'due'
  return days < 0 && days >= -beforeDays ? 'before' : null
}

type Written = {
  stage: ReminderStage
  invoices: readonly RemindedInvoice[]
  settings: ReminderSettings
  company: string
  today: Day
}

/** The subject and the text, with the invoices listed. */
export function writeReminder({ stage, invoices, settings, company, today }: Written) {
  const own = { before: settings.beforeText, due: settings.dueText, final: settings.finalText }
  const text = (own[stage] ?? REMINDER_TEXTS[stage].text)
    .replaceAll(
      PLACEHOLDERS.invoices,
      invoices.map((invoice) => describeInvoice(invoice, company)).join('\n'),
    )
    .replaceAll(PLACEHOLDERS.payBy, formatDay(addDays(today, FINAL_DAYS_TO_PAY)))
    .replaceAll(PLACEHOLDERS.company, company)
  const numbers = invoices.map(({ number }) => number)
  const named = numbers.length > 3 ? `${numbers.length} invoices` : `invoice ${numbers.join(', ')}`
  return { subject: `${REMINDER_TEXTS[stage].subject}: ${named}`, text }
}

/** "Invoice 1042 dated 10/1/2026, due 10/31/2026: $1,200.00". A charged-back invoice says who is paid. */
function describeInvoice(invoice: RemindedInvoice, company: string): string {
  const { number, invoiceDate, dueOn, open, returned } = invoice
  const text = `Invoice ${number} dated ${formatDay(invoiceDate)}, due ${formatDay(dueOn)}: ${money(open)}`
  return returned ? `${text}, payable to ${company} again` : text
}

function money(open: Amount): string {
  return formatMoney(toCents(open))
}
