/** The responses of the factoring routes. */
import { z } from 'zod'
import { ENTRY_KINDS, FACTORED_STATES } from './entries.ts'
import { scheduleFileSchema } from './schedule-file.ts'

const amount = z.string().describe('Dollars with two decimals: "1234.50"')
const day = z.string().describe('A day: "2026-11-20"')
const id = z.int()
const factoredState = z.enum(FACTORED_STATES.map(({ value }) => value))
const entryKind = z.enum(ENTRY_KINDS.map(({ value }) => value))

export const factorResponse = z.object({
  id,
  name: z.string(),
  remitTo: z.string(),
  notice: z.string(),
  email: z.string().nullable(),
  clientNumber: z.string().nullable(),
  advancePercent: z.string(),
  feePercent: z.string(),
  recourseDays: z.int().nullable(),
  isDefault: z.boolean(),
  firstDay: day,
  lastDay: day.nullable(),
  file: scheduleFileSchema,
  version: z.int(),
})

export type Factor = z.output<typeof factorResponse>

const booksResponse = z.object({
  advance: amount,
  fee: amount,
  held: amount.describe('Reserve that the factor holds'),
  chargedBack: amount,
  released: amount,
  debtorPaid: amount.describe('What the factor collected, from the broker or through the carrier'),
})

const factoredInvoice = z.object({
  id,
  number: z.string(),
  brokerId: id,
  brokerName: z.string(),
  loads: z.string(),
  invoiceDate: day,
  openAmount: amount,
  face: amount,
})

const toForward = amount.describe(
  'What the broker paid the carrier and the carrier has not forwarded to the factor',
)

export const readyInvoices = z.object({
  invoices: z.array(
    factoredInvoice.extend({
      problem: z.string().nullable().describe('Why the factor does not buy it'),
      limitLeft: amount.nullable().describe('What is left of the broker’s approved limit'),
    }),
  ),
  total: amount,
})

export type ReadyInvoices = z.output<typeof readyInvoices>
export type ReadyInvoice = ReadyInvoices['invoices'][number]

/** Submitted invoices that are not closed. A report can name these invoices. */
export const factoredInvoices = z.object({
  invoices: z.array(
    factoredInvoice.extend({
      state: factoredState,
      books: booksResponse,
      recourseOn: day.nullable(),
      toForward,
    }),
  ),
})

export type FactoredInvoices = z.output<typeof factoredInvoices>
export type FactoredInvoice = FactoredInvoices['invoices'][number]

export const scheduleResponse = z.object({
  id,
  factorId: id,
  number: z.int().nullable(),
  day,
  state: z.enum(['draft', 'submitted', 'void']),
  face: amount,
  submittedAt: z.string().nullable(),
  voidedOn: day.nullable(),
  voidReason: z.string().nullable(),
  count: z.int(),
  version: z.int(),
})

export type FactorSchedule = z.output<typeof scheduleResponse>

export const scheduleDetails = scheduleResponse.extend({
  factorName: z.string(),
  invoices: z.array(
    factoredInvoice.extend({
      state: factoredState.nullable(),
      books: booksResponse,
      recourseOn: day
        .nullable()
        .describe('The day on which the factor charges back the unpaid invoice'),
    }),
  ),
})

export type ScheduleDetails = z.output<typeof scheduleDetails>

const entryResponse = z.object({
  id,
  kind: entryKind,
  day,
  invoiceId: id.nullable(),
  invoiceNumber: z.string().nullable(),
  amount,
  reference: z.string().nullable(),
})

export const depositResponse = z.object({
  id,
  factorId: id,
  day,
  amount,
  reference: z.string().nullable(),
  note: z.string().nullable(),
  voidedOn: day.nullable(),
  voidReason: z.string().nullable(),
  version: z.int(),
  entries: z.array(entryResponse),
})

export type Deposit = z.output<typeof depositResponse>

export const factorAccount = z.object({
  from: day,
  to: day,
  opening: amount.describe('Reserve held before the first day'),
  closing: amount.describe('Reserve held after the last day'),
  deposits: z.array(depositResponse).describe('Reports of the period, void reports included'),
  voids: z.array(depositResponse).describe('Reports that were voided in the period'),
  held: z.array(
    z.object({ invoiceId: id, number: z.string(), brokerName: z.string(), held: amount }),
  ),
})

export type FactorAccount = z.output<typeof factorAccount>

export const invoiceFactoring = z.object({
  factorName: z.string().nullable(),
  scheduleId: id.nullable(),
  scheduleNumber: z.int().nullable(),
  state: factoredState.nullable(),
  face: amount,
  books: booksResponse,
  recourseOn: day.nullable(),
  toForward,
})

export type InvoiceFactoring = z.output<typeof invoiceFactoring>
