/** Money received from brokers (SPEC C192–C199). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { RECEIPT_TOTALS } from '#core/receipts/receipts.ts'
import { editReceiptSchema, newReceiptSchema } from '#core/receipts/requests.ts'
import {
  invoiceReceiptsResponse,
  openInvoicesResponse,
  receiptDetailsResponse,
  receiptResponse,
  unappliedReceiptsResponse,
} from '#core/receipts/responses.ts'
import { shortPaysSchema } from '#core/receipts/short-pays.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { listRoutes } from '#server/lists/routes.ts'
import { readId, readIdempotency, readVersion } from '#server/requests.ts'
import { serverDay } from '#server/today.ts'
import { readReceiptDetails } from './details.ts'
import { editReceipt } from './edit.ts'
import { receiptColumns, receiptListing } from './list.ts'
import { readInvoiceReceipts } from './of-invoice.ts'
import { findOpenInvoices, readPayableInvoices, readUnappliedReceipts } from './open-invoices.ts'
import { readShortPays } from './short-pays.ts'
import { receiptStepRoutes } from './step-routes.ts'
import { receivePayment } from './receive-payment.ts'

const tags = ['Money Received']
const path = '/api/receipts'
const read = { access: 'invoices' } as const
const change = { access: 'billing' } as const

const brokerQuery = z.object({
  brokerId: z.coerce.number().int().positive().optional().describe('Open invoices of a broker'),
  search: z.string().max(200).optional().describe('Beginning of an invoice or load number'),
})

export function receiptRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  listRoutes(app, database, {
    path,
    tags,
    access: 'invoices',
    listed: receiptListing,
    kinds: receiptColumns,
    totals: RECEIPT_TOTALS,
    response: receiptResponse,
  })

  api.get(
    `${path}/open`,
    {
      schema: { tags, querystring: brokerQuery, response: { 200: openInvoicesResponse } },
      config: read,
    },
    (request) => {
      const userId = requireAccount(request)
      const { brokerId, search = '' } = request.query
      return brokerId === undefined
        ? findOpenInvoices(database, userId, search)
        : readPayableInvoices(database, userId, brokerId)
    },
  )

  api.get(
    `${path}/unapplied`,
    {
      schema: {
        tags,
        querystring: brokerQuery.pick({ brokerId: true }),
        response: { 200: unappliedReceiptsResponse },
      },
      config: read,
    },
    (request) => readUnappliedReceipts(database, requireAccount(request), request.query.brokerId),
  )

  api.get(
    `${path}/:id`,
    { schema: { tags, response: { 200: receiptDetailsResponse } }, config: read },
    async (request, reply) => {
      const details = await readReceiptDetails(database, requireAccount(request), readId(request))
      return reply.header('etag', `"${details.version}"`).send(details)
    },
  )

  api.get(
    '/api/invoices/:id/receipts',
    { schema: { tags, response: { 200: invoiceReceiptsResponse } }, config: read },
    (request) => readInvoiceReceipts(database, requireAccount(request), readId(request)),
  )

  api.get(
    '/api/brokers/:id/short-pays',
    { schema: { tags, response: { 200: shortPaysSchema } }, config: read },
    (request) => readShortPays(database, requireAccount(request), readId(request), serverDay()),
  )

  api.post(
    path,
    {
      schema: { tags, body: newReceiptSchema, response: { 201: receiptResponse } },
      config: change,
    },
    async (request, reply) => {
      const userId = requireAccount(request)
      const made = await receivePayment(database, userId, request.body, readIdempotency(request))
      return reply.code(201).send(made)
    },
  )

  api.put(
    `${path}/:id`,
    {
      schema: {
        tags,
        body: editReceiptSchema,
        response: { 200: receiptResponse },
      },
      config: change,
    },
    (request) =>
      editReceipt(
        database,
        requireAccount(request),
        readId(request),
        request.body,
        readVersion(request),
      ),
  )

  receiptStepRoutes(app, database)
}
