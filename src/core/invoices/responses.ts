/** The responses of the invoice routes, for the API documentation and the screens. */
import { z } from 'zod'
import { INVOICE_FLAGS, INVOICE_STATUSES } from '#core/statuses.ts'
import { INVOICE_KINDS, INVOICE_STATES } from './status.ts'

const amount = z.string().describe('Dollars with two decimals: "1234.50"')
const day = z.string().describe('A day: "2026-11-20"')
const id = z.int()

const invoicedLoadResponse = z.object({
  id,
  loadId: z.string().describe('Our load number'),
  brokerLoadNumber: z.string().nullable(),
})

/** An invoice or a credit note, as lists and steps return it. */
export const invoiceResponse = z.object({
  id,
  kind: z.enum(INVOICE_KINDS.map(({ value }) => value)),
  state: z.enum(INVOICE_STATES.map(({ value }) => value)),
  number: z.string().nullable().describe('Null for a draft'),
  brokerId: id,
  brokerName: z.string(),
  invoiceDate: day.nullable(),
  termsDays: z.int().describe('0: due on receipt'),
  dueOn: day.nullable(),
  total: amount.describe(
    'For a draft: the current total of its loads. For a credit note: negative',
  ),
  openAmount: amount,
  sentOn: day.nullable(),
  factorId: id.nullable().describe('The factor that the broker pays; null: the carrier'),
  creditsId: id.nullable().describe('For a credit note: the credited invoice'),
  rebillsId: id.nullable().describe('The credited invoice that this one replaces'),
  supplementsId: id.nullable().describe('The invoice to whose loads this one adds charges'),
  loads: z.array(invoicedLoadResponse),
  hasDrift: z.boolean().describe('The billed total of a load changed since it was billed'),
  status: z.enum(INVOICE_STATUSES.map(({ value }) => value)),
  flags: z.array(z.enum(INVOICE_FLAGS.map(({ value }) => value))),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

export type Invoice = z.output<typeof invoiceResponse>

const partyResponse = z.object({ name: z.string(), address: z.string().nullable() })

export type Party = z.output<typeof partyResponse>

const invoiceLineResponse = z.object({
  id: id.nullable().describe('Null for a line of a draft that follows a charge'),
  number: z.int(),
  loadId: id.nullable().describe('Null for a typed line'),
  loadNumber: z.string().nullable(),
  chargeId: id.nullable(),
  kind: z.string().describe('Kind of the charge, or "extra" for a typed line'),
  description: z.string().nullable(),
  quantity: z.string().nullable(),
  rate: z.string().nullable(),
  amount,
  reason: z.string().nullable().describe('Why a typed line was added. It is not printed'),
  approval: z.string().nullable().describe('For a charge in a draft: what the broker answered'),
  left: amount.nullable().describe('For an approved invoice: what no credit note has credited'),
})

export type InvoiceLine = z.output<typeof invoiceLineResponse>

const driftResponse = z.object({
  loadId: id,
  loadNumber: z.string(),
  billed: amount,
  today: amount,
  unbilled: amount.describe('Charges that a supplement can bill'),
})

export type BillingDrift = z.output<typeof driftResponse>

const companyResponse = z.object({
  name: z.string(),
  address: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  mcNumber: z.string().nullable(),
  dotNumber: z.string().nullable(),
})

export type InvoicingCompany = z.output<typeof companyResponse>

export const invoiceDetailsResponse = invoiceResponse.extend({
  billTo: partyResponse,
  remitTo: partyResponse,
  carrierId: z.string().nullable().describe("The broker's number for the carrier"),
  lines: z.array(invoiceLineResponse),
  credits: z.array(invoiceResponse).describe('Its credit notes'),
  drift: z.array(driftResponse),
  company: companyResponse,
  note: z.string().nullable(),
  approvedAt: z.string().nullable(),
  voidedOn: day.nullable(),
  voidReason: z.string().nullable(),
})

export type InvoiceDetails = z.output<typeof invoiceDetailsResponse>

const billableLoadResponse = invoicedLoadResponse.extend({
  route: z.string().describe('"Dallas, TX → Atlanta, GA"'),
  deliveredOn: day.nullable(),
  amount: amount.describe('What the broker will be billed'),
  version: z.int(),
})

const notReadyLoadResponse = billableLoadResponse.extend({
  brokerId: id.nullable(),
  brokerName: z.string().nullable(),
  reasons: z.array(z.string()),
  missingToBill: z.string().nullable().describe('Missing documents: "bol,rate-confirmation"'),
})

const readyBrokerResponse = z.object({
  brokerId: id,
  brokerName: z.string(),
  loads: z.array(billableLoadResponse).describe('Oldest delivery first'),
  total: amount,
})

const tabResponse = z.object({ count: z.int(), total: amount })

export const readyResponse = z.object({
  ready: z.array(readyBrokerResponse),
  notReady: z.array(notReadyLoadResponse).describe('Oldest delivery first'),
  more: z.boolean().describe('True: only the oldest loads are listed'),
  tabs: z.object({
    notReady: tabResponse,
    ready: tabResponse,
    drafts: tabResponse,
    sent: tabResponse.describe('Approved and open, with what is open'),
    attention: tabResponse.describe('Overdue, disputed, or with a changed load'),
  }),
})

export type Ready = z.output<typeof readyResponse>
export type ReadyBroker = z.output<typeof readyBrokerResponse>
export type BillableLoad = z.output<typeof billableLoadResponse>
export type NotReadyLoad = z.output<typeof notReadyLoadResponse>

export const createdInvoicesResponse = z.object({ created: z.array(invoiceResponse) })
export type CreatedInvoices = z.output<typeof createdInvoicesResponse>

export const approvedInvoicesResponse = z.object({
  results: z.array(
    z.object({
      id,
      invoice: invoiceResponse.optional(),
      error: z.string().optional().describe('Why the invoice was not approved'),
    }),
  ),
})
export type ApprovedInvoices = z.output<typeof approvedInvoicesResponse>

export const rebilledResponse = z.object({ credit: invoiceResponse, draft: invoiceResponse })
export type Rebilled = z.output<typeof rebilledResponse>

export const loadInvoicesResponse = z.object({
  paymentStatus: z.string(),
  paymentStatusByHand: z
    .boolean()
    .describe('Someone set the status, so it does not follow the invoice'),
  invoices: z
    .array(invoiceResponse)
    .describe('Invoices that are not void, including credited invoices'),
})
export type LoadInvoices = z.output<typeof loadInvoicesResponse>
