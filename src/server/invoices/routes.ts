/** Invoices to brokers (SPEC C165–C174). */
import type { FastifyInstance } from 'fastify'
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
  readyResponse,
} from '#core/invoices/responses.ts'
import { billingSettingsResponse, billingSettingsSchema } from '#core/invoices/settings.ts'
import type { Database } from '#server/database/open.ts'
import { listRoutes } from '#server/lists/routes.ts'
import { routesOf } from '#server/routes.ts'
import type { PrintFor } from '#server/statements/printer/queue.ts'
import { approveInvoices } from './approval/approve-many.ts'
import { approveInvoice } from './approval/approve.ts'
import { correctionRoutes } from './corrections/routes.ts'
import { readInvoiceDetails } from './details.ts'
import { changeDraft, deleteDraft } from './drafts/change-draft.ts'
import { createDrafts } from './drafts/create-drafts.ts'
import { invoiceColumns, invoiceListing } from './list.ts'
import { loadInvoiceRoutes } from './load-routes.ts'
import { printInvoice } from './print-invoice.ts'
import { readReady } from './ready/ready.ts'
import { readShownSettings, saveBillingSettings } from './settings.ts'

const path = '/api/invoices'
const invoice = `${path}/:id`

export function invoiceRoutes(app: FastifyInstance, database: Database, print: PrintFor): void {
  const { get, post, put, remove } = routesOf(app, 'Invoices')

  listRoutes(app, database, {
    path,
    tags: ['Invoices'],
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
