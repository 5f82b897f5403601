/** Invoices to brokers (SPEC C165–C174). */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import {
  approveManySchema,
  approveSchema,
  draftSchema,
  newInvoicesSchema,
} from '#core/invoices/requests.ts'
import {
  approvedInvoicesResponse,
  createdInvoicesResponse,
  invoiceDetailsResponse,
  invoiceResponse,
  type LoadInvoices,
  loadInvoicesResponse,
  readyResponse,
} from '#core/invoices/responses.ts'
import { billingSettingsResponse, billingSettingsSchema } from '#core/invoices/settings.ts'
import type { Database } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { lockLoad } from '#server/entities/lock-load.ts'
import { notFound } from '#server/errors.ts'
import { approveInvoices } from '#server/invoices/approval/approve-many.ts'
import { approveInvoice } from '#server/invoices/approval/approve.ts'
import { correctionRoutes } from '#server/invoices/corrections/routes.ts'
import { changeDraft, deleteDraft } from '#server/invoices/drafts/change-draft.ts'
import { createDrafts } from '#server/invoices/drafts/create-drafts.ts'
import { readReady } from '#server/invoices/ready/ready.ts'
import { listRoutes } from '#server/lists/routes.ts'
import { routesOf } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { readInvoiceDetails } from './details.ts'
import { invoiceColumns, invoiceListing } from './list.ts'
import { setAutomatic } from './payment-status.ts'
import { printInvoice } from './print-invoice.ts'
import { readInvoices } from './rows.ts'
import { readShownSettings, saveBillingSettings } from './settings.ts'

const path = '/api/invoices'
const invoice = `${path}/:id`

export function invoiceRoutes(app: FastifyInstance, { database, print }: Services): void {
  const { get, post, put, remove } = routesOf(app, 'Invoices')

  listRoutes(app, database, {
    path,
    tag: 'Invoices',
    access: 'invoices',
    listed: invoiceListing,
    kinds: invoiceColumns,
    totals: ['total', 'openAmount'],
    response: invoiceResponse,
  })

  get('/api/billing/ready', { access: 'invoices', answer: readyResponse }, ({ account }) =>
    readReady(database, account),
  )

  get(invoice, { access: 'invoices', answer: invoiceDetailsResponse }, ({ account, id }) =>
    readInvoiceDetails(database, account, id),
  )

  get(
    `${invoice}/invoice.pdf`,
    { access: 'invoices', description: 'The PDF. A draft is marked.' },
    async ({ account, id, reply }) => {
      const { name, pdf } = await printInvoice(print, database, account, id)
      return reply
        .type('application/pdf')
        .header('content-disposition', `inline; filename="${name}"`)
        .send(Buffer.from(pdf))
    },
  )

  post(
    path,
    { access: 'billing', body: newInvoicesSchema, answer: createdInvoicesResponse, status: 201 },
    ({ account, body, repeatable }) => createDrafts(database, account, body, repeatable),
  )

  put(
    invoice,
    { access: 'billing', body: draftSchema, answer: invoiceResponse },
    ({ account, id, body, version }) => changeDraft(database, account, id, body, version),
  )

  remove(invoice, { access: 'billing' }, ({ account, id, version }) =>
    deleteDraft(database, account, id, version),
  )

  post(
    `${invoice}/approve`,
    { access: 'billing', body: approveSchema, answer: invoiceResponse },
    ({ requester, id, body, version }) => approveInvoice(database, requester, id, body, version),
  )

  post(
    `${path}/approve`,
    { access: 'billing', body: approveManySchema, answer: approvedInvoicesResponse },
    ({ requester, body }) => approveInvoices(database, requester, body),
  )

  get(
    '/api/invoice-settings',
    { access: 'invoices', answer: billingSettingsResponse },
    ({ account }) => readShownSettings(database, account),
  )

  put(
    '/api/invoice-settings',
    { access: 'billing', body: billingSettingsSchema, answer: billingSettingsResponse },
    ({ account, body, version }) => saveBillingSettings(database, account, body, version),
  )

  correctionRoutes(app, database)
  loadInvoiceRoutes(app, database)
}

// A load's invoices, and its payment status that follows them (SPEC C172).

function loadInvoiceRoutes(app: FastifyInstance, database: Database): void {
  const { get, post } = routesOf(app, 'Invoices')

  get(
    '/api/loads/:id/invoices',
    { access: 'invoices', answer: loadInvoicesResponse },
    ({ account, id }) => readLoadInvoices(database, account, id),
  )

  post(
    '/api/loads/:id/payment-status/automatic',
    {
      access: ['invoices', 'loads'],
      answer: loadInvoicesResponse,
      description: 'The payment status follows the invoice again.',
    },
    async ({ account, id }) => {
      await inTransaction(database, async (work) => {
        await lockLoad(work, account, id)
        await setAutomatic(work, account, id)
      })
      return readLoadInvoices(database, account, id)
    },
  )
}

/** Reads the invoices of the load that are not void, oldest first. Throws 404. */
async function readLoadInvoices(
  database: Database,
  userId: string,
  id: number,
): Promise<LoadInvoices> {
  const { rows } = await sql<Omit<LoadInvoices, 'invoices'>>`
    select payment_status, payment_status_by_hand from loads
    where user_id = ${userId} and id = ${id}`.execute(database)
  const [load] = rows
  if (!load) throw notFound()
  const found = await sql<{ id: number }>`select invoice_id as id from invoice_loads
    where user_id = ${userId} and load_id = ${id}`.execute(database)
  const invoices = await readInvoices(
    database,
    userId,
    found.rows.map((row) => row.id),
  )
  return { ...load, invoices: invoices.filter(({ state }) => state !== 'void') }
}
