/** The request bodies of the invoice routes (SPEC C165, C168, C169). */
import { z } from 'zod'
import { newRecordSchema } from '#core/entities/entity.ts'
import { optionalCount, positiveMoney, signedMoney } from '#core/fields/amounts.ts'
import { day, optionalDay } from '#core/fields/fields.ts'
import { notes, text } from '#core/fields/text.ts'

/** The maximum number of loads on an invoice, and of invoices in one request. */
const MAX_LOADS = 100
const MAX_INVOICES = 200

const wholeId = (what: string) => z.int(`${what} was not found`).positive(`${what} was not found`)

const loadIds = z
  .array(wholeId('Load'), 'Select the loads to bill')
  .min(1, 'Select the loads to bill')

/** `each`: one invoice for each load. */
export const newInvoicesSchema = z.object({
  brokerId: wholeId('Broker'),
  loadIds: loadIds.max(MAX_INVOICES, `At most ${MAX_INVOICES} loads at once`),
  each: z.boolean('each must be true or false').default(true),
})
export type NewInvoices = z.output<typeof newInvoicesSchema>

/** A typed line, which belongs to no charge. Its reason is stored but not printed. */
export const extraFields = {
  description: text('Description'),
  amount: signedMoney('Amount'),
  reason: text('Reason'),
}

export const draftFields = {
  invoiceDate: optionalDay('Invoice Date'),
  termsDays: optionalCount('Terms (Days)', 0, 365),
  note: notes('Note on Invoice'),
}

/** A change to a draft. An omitted field keeps its value. */
export const draftSchema = z.object({
  invoiceDate: draftFields.invoiceDate.schema.optional(),
  termsDays: draftFields.termsDays.schema.optional(),
  note: draftFields.note.schema.optional(),
  extras: z
    .array(newRecordSchema(extraFields), 'Extras must be a list')
    .max(20, 'At most 20 extra lines')
    .optional(),
  loadIds: loadIds.max(MAX_LOADS, `At most ${MAX_LOADS} loads on an invoice`).optional(),
  version: z.int().optional(),
})
export type DraftChange = z.output<typeof draftSchema>

/** The user's day, which becomes the date of an invoice without a date. */
const today = day('Today').schema.optional()

/** `confirmed`: the fields of the questions that the person answered with yes. */
const confirmed = z.array(z.string()).default([])

/** `leaveOffAsked`: charges that the broker has not approved yet stay unbilled; a supplement can bill them later. */
export const approveSchema = z.preprocess(
  // A request without a body.
  (body) => body ?? {},
  z.object({ confirmed, leaveOffAsked: z.boolean().default(false), today }),
)
export type ApproveRequest = z.output<typeof approveSchema>

export const approveManySchema = z.object({
  ids: z
    .array(wholeId('Invoice'), 'Select invoices')
    .min(1, 'Select invoices')
    .max(MAX_INVOICES, `At most ${MAX_INVOICES} invoices at once`),
  confirmed,
  leaveOffAsked: z.boolean().default(false),
  today,
})

export const voidInvoiceFields = { on: day('Void Date'), reason: text('Reason') }
export const voidInvoiceSchema = z.intersection(
  newRecordSchema(voidInvoiceFields),
  z.object({ confirmed }),
)
export type VoidInvoice = z.output<typeof voidInvoiceSchema>

export const creditFields = { on: day('Credit Date'), reason: text('Reason') }

const creditedLine = z.object({
  lineId: wholeId('Line'),
  amount: positiveMoney('Amount').schema,
})

/** `lines`: the amount to credit for each line, positive. Without lines, `whole` credits everything that is left. */
export const creditNoteSchema = z.intersection(
  newRecordSchema(creditFields),
  z.object({
    lines: z.array(creditedLine, 'Lines must be a list').min(1).max(500).optional(),
    whole: z.literal(true).optional(),
    confirmed,
  }),
)
export type CreditRequest = z.output<typeof creditNoteSchema>

export const rebillSchema = z.intersection(newRecordSchema(creditFields), z.object({ confirmed }))
export type RebillRequest = z.output<typeof rebillSchema>
