/** Request bodies of schedules and of a factor's reports (SPEC C211–C214). */
import { z } from 'zod'
import { newRecordSchema } from '#core/entities/entity.ts'
import { positiveMoney, signedMoney } from '#core/fields/amounts.ts'
import { choice, day, TODAY } from '#core/fields/fields.ts'
import { notes, optionalText, text } from '#core/fields/text.ts'
import { LARGEST_SUM } from '#core/money.ts'
import { ENTRY_KINDS } from './entries.ts'

const MAX_INVOICES = 500
export const MAX_ENTRIES = 2000

/** The unusual days that the person confirmed (SPEC C275, C385). */
const confirmed = z.array(z.string()).max(10).default([])

const invoiceId = z.int('Invoice was not found').positive('Invoice was not found')

export const scheduleFields = { day: day('Schedule Date', TODAY) }

export const newScheduleSchema = z.intersection(
  newRecordSchema(scheduleFields),
  z.object({
    invoiceIds: z
      .array(invoiceId, 'Choose the invoices')
      .min(1, 'Choose at least one invoice')
      .max(MAX_INVOICES, `At most ${MAX_INVOICES} invoices`),
    confirmed,
  }),
)

export type NewSchedule = z.output<typeof newScheduleSchema>

export const voidFactoringFields = { on: day('Voided On', TODAY), reason: text('Reason') }

/** `confirmed`: "on" voids a schedule or a report on a day in the future. */
export const voidFactoringSchema = z.intersection(
  newRecordSchema(voidFactoringFields),
  z.object({ confirmed }),
)

export type VoidFactoring = z.output<typeof voidFactoringSchema>

export const depositFields = {
  day: day('Report Date', TODAY),
  amount: signedMoney('Deposit', LARGEST_SUM),
  reference: optionalText('Reference'),
  note: notes('Note'),
}

const entry = z.object({
  kind: choice('Entry', ENTRY_KINDS, { formDefault: 'advance' }).schema,
  invoiceId: invoiceId.nullable().default(null),
  amount: positiveMoney('Amount', LARGEST_SUM).schema,
  reference: optionalText('Reference').schema.default(null),
})

export const newDepositSchema = z.intersection(
  newRecordSchema(depositFields),
  z.object({
    entries: z
      .array(entry, 'Entries must be a list')
      .min(1, 'The report needs at least one entry')
      .max(MAX_ENTRIES, `At most ${MAX_ENTRIES} entries`),
    confirmed,
  }),
)

export type NewDeposit = z.output<typeof newDepositSchema>
