/** Invoices to brokers (SPEC C165–C174). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
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
import { requireAccount, requireMember } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { listRoutes } from '#server/lists/routes.ts'
import { readId, readIdempotency, readVersion } from '#server/requests.ts'
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

const tags = ['Invoices']
const path = '/api/invoices'
const read = { access: 'invoices' } as const
const change = { access: 'billing' } as const
const response = { 200: invoiceResponse }

export function invoiceRoutes(app: FastifyInstance, database: Database, print: PrintFor): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  listRoutes(app, database, {
    path,
    tags,
    access: 'invoices',
    listed: invoiceListing,
    kinds: invoiceColumns,
    totals: ['total', 'openAmount'],
    response: invoiceResponse,
  })

  api.get(
    '/api/billing/ready',
    { schema: { tags, response: { 200: readyResponse } }, config: read },
    (request) => readReady(database, requireAccount(request)),
  )

  api.get(
    `${path}/:id`,
    { schema: { tags, response: { 200: invoiceDetailsResponse } }, config: read },
    async (request, reply) => {
      const details = await readInvoiceDetails(database, requireAccount(request), readId(request))
      return reply.header('etag', `"${details.version}"`).send(details)
    },
  )

  api.get(
    `${path}/:id/invoice.pdf`,
    { schema: { tags, description: 'The PDF. A draft is marked.' }, config: read },
    async (request, reply) => {
      const { name, pdf } = await printInvoice(
        print,
        database,
        requireAccount(request),
        readId(request),
      )
      return reply
        .type('application/pdf')
        .header('content-disposition', `inline; filename="${name}"`)
        .send(Buffer.from(pdf))
    },
  )

  api.post(
    path,
    {
      schema: { tags, body: newInvoicesSchema, response: { 201: createdInvoicesResponse } },
      config: change,
    },
    async (request, reply) => {
      const userId = requireAccount(request)
      const made = await createDrafts(database, userId, request.body, readIdempotency(request))
      return reply.code(201).send(made)
    },
  )

  api.put(
    `${path}/:id`,
    { schema: { tags, body: draftSchema, response }, config: change },
    (request) =>
      changeDraft(
        database,
        requireAccount(request),
        readId(request),
        request.body,
        readVersion(request),
      ),
  )

  api.delete(`${path}/:id`, { schema: { tags }, config: change }, async (request, reply) => {
    await deleteDraft(database, requireAccount(request), readId(request), readVersion(request))
    return reply.code(204).send()
  })

  api.post(
    `${path}/:id/approve`,
    { schema: { tags, body: approveSchema, response }, config: change },
    (request) => {
      const { accountId: userId, personId } = requireMember(request)
      const version = readVersion(request)
      return approveInvoice(database, { userId, personId }, readId(request), request.body, version)
    },
  )

  api.post(
    `${path}/approve`,
    {
      schema: { tags, body: approveManySchema, response: { 200: approvedInvoicesResponse } },
      config: change,
    },
    (request) => {
      const { accountId: userId, personId } = requireMember(request)
      return approveInvoices(database, { userId, personId }, request.body)
    },
  )

  api.get(
    '/api/invoice-settings',
    { schema: { tags, response: { 200: billingSettingsResponse } }, config: read },
    (request) => readShownSettings(database, requireAccount(request)),
  )

  api.put(
    '/api/invoice-settings',
    {
      schema: { tags, body: billingSettingsSchema, response: { 200: billingSettingsResponse } },
      config: change,
    },
    (request) =>
      saveBillingSettings(database, requireAccount(request), request.body, readVersion(request)),
  )

  correctionRoutes(app, database)
  loadInvoiceRoutes(app, database)
}
