/** The responses of the receipt routes, for the API documentation. */
import { z } from 'zod'

const amount = z.string().describe('Dollars with two decimals: "1234.50"')
const day = z.string().describe('A day: "2026-11-20"')
const id = z.int()

const loadResponse = z.object({
  id: id.describe('ID of the load'),
  loadId: z.string().describe('The load number'),
  brokerLoadNumber: z.string().nullable(),
})

export const receiptResponse = z.object({
  id,
  brokerId: id,
  receivedOn: day,
  method: z.string(),
  reference: z.string().nullable(),
  amount,
  note: z.string().nullable(),
  depositedOn: day.nullable(),
  reversedOn: day.nullable(),
  reversalReason: z.string().nullable(),
  applied: amount.describe('Sum of the parts on invoices'),
  refunded: amount.describe('Returned to the broker'),
  unapplied: amount,
  state: z.enum(['posted', 'unapplied', 'reversed']),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

/** A receipt, as the list shows it. */
export type Receipt = z.output<typeof receiptResponse>

const stated = { invoiceNumber: z.string().nullable(), loads: z.array(loadResponse) }

const partResponse = z.object({
  id,
  receiptId: id,
  invoiceId: id,
  amount,
  appliedOn: day,
  wasUnapplied: z.boolean().describe('The money was unapplied before'),
  ended: z.enum(['reversed', 'taken-off']).nullable(),
  endedOn: day.nullable(),
})

const differenceResponse = z.object({
  id,
  receiptId: id.nullable(),
  invoiceId: id,
  kind: z.enum(['quick-pay', 'short-pay-disputed', 'short-pay-accepted', 'write-off', 'bank-fee']),
  amount,
  reason: z.string().nullable(),
  day,
  bears: z.enum(['carrier', 'owner', 'both']).nullable(),
  ownerAmount: amount.describe('The part that the truck owner pays'),
  loadId: id.nullable().describe('The load with the owner’s negative charge'),
  creditNoteId: id.nullable(),
  creditNoteNumber: z.string().nullable(),
  ended: z.enum(['reversed', 'undone', 'settled']).nullable(),
  endedOn: day.nullable(),
  endedReason: z.string().nullable(),
})

const refundResponse = z.object({
  id,
  receiptId: id,
  day,
  amount,
  method: z.string(),
  reference: z.string().nullable(),
  reason: z.string(),
  endedOn: day.nullable(),
  endedReason: z.string().nullable(),
})

export type ReceiptPart = z.output<typeof partResponse>
export type BrokerDifference = z.output<typeof differenceResponse>
export type Refund = z.output<typeof refundResponse>

/** A receipt with its parts, differences and refunds. */
export const receiptDetailsResponse = receiptResponse.extend({
  brokerName: z.string(),
  parts: z.array(partResponse.extend(stated)),
  differences: z.array(differenceResponse.extend(stated)),
  refunds: z.array(refundResponse),
  isRefundDue: z.boolean().describe('Unapplied for more than 30 days (49 CFR 378)'),
  earliestReversal: day.describe('The first day on which it can be reversed'),
})

export type ReceiptDetails = z.output<typeof receiptDetailsResponse>

const openInvoiceResponse = z.object({
  id,
  number: z.string(),
  brokerId: id,
  brokerName: z.string(),
  invoiceDate: day,
  dueOn: day,
  total: amount,
  openAmount: amount,
  disputed: amount.describe('The amount in open disputes'),
  factor: z.string().nullable().describe('The factor that is the payee of the invoice'),
  loads: z.array(loadResponse),
})

export type PayableInvoice = z.output<typeof openInvoiceResponse>

/** What Receive Payment shows about a broker. */
export const openInvoicesResponse = z.object({
  invoices: z.array(openInvoiceResponse).describe('Oldest first'),
  more: z.boolean().describe('There are more invoices; search by a load or invoice number'),
  quickPayPercent: z.string().nullable(),
  quickPayWithin: z.int().nullable(),
  unapplied: amount,
})

export type OpenInvoices = z.output<typeof openInvoicesResponse>

/** The money and the differences of one invoice. */
export const invoiceReceiptsResponse = z.object({
  parts: z.array(
    partResponse.extend({
      receivedOn: day,
      method: z.string(),
      reference: z.string().nullable(),
    }),
  ),
  differences: z.array(differenceResponse),
})

export type InvoiceReceipts = z.output<typeof invoiceReceiptsResponse>

const unappliedResponse = z.object({
  id,
  brokerId: id,
  brokerName: z.string(),
  receivedOn: day,
  unapplied: amount,
  isRefundDue: z.boolean().describe('Unapplied for more than 30 days (49 CFR 378)'),
})

export const unappliedReceiptsResponse = z.object({ receipts: z.array(unappliedResponse) })

export type UnappliedReceipts = z.output<typeof unappliedReceiptsResponse>
