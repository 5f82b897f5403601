/** Money received from brokers (SPEC C192–C199). */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { RECEIPT_TOTALS } from '#core/receipts/receipts.ts'
import {
  applyReceiptSchema,
  editReceiptSchema,
  endSchema,
  newDifferencesSchema,
  newReceiptSchema,
  refundReceiptSchema,
  reverseReceiptSchema,
  unapplySchema,
} from '#core/receipts/requests.ts'
import {
  invoiceReceiptsResponse,
  openInvoicesResponse,
  receiptDetailsResponse,
  receiptResponse,
  unappliedReceiptsResponse,
} from '#core/receipts/responses.ts'
import { shortPaysSchema } from '#core/receipts/short-pays.ts'
import type { Database } from '#server/database/open.ts'
import { listRoutes } from '#server/lists/routes.ts'
import { routesOf } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { accountDay } from '#server/today.ts'
import { applyReceipt } from './apply.ts'
import { decideDifferences, undoDifference } from './decide.ts'
import { readReceiptDetails } from './details.ts'
import { editReceipt } from './edit.ts'
import { receiptColumns, receiptListing } from './list.ts'
import { readInvoiceReceipts } from './of-invoice.ts'
import { findOpenInvoices, readPayableInvoices, readUnappliedReceipts } from './open-invoices.ts'
import { receivePayment } from './receive-payment.ts'
import { endRefund, refundReceipt } from './refund.ts'
import { reverseReceipt } from './reverse.ts'
import { readShortPays } from './short-pays.ts'
import { unapplyPart } from './unapply.ts'

const path = '/api/receipts'
const receipt = `${path}/:id`

const brokerQuery = z.object({
  brokerId: z.coerce.number().int().positive().optional().describe('Open invoices of a broker'),
  search: z.string().max(200).optional().describe('Beginning of an invoice or load number'),
})

export function receiptRoutes(app: FastifyInstance, { database }: Services): void {
  const { get, post, put } = routesOf(app, 'Money Received')

  listRoutes(app, database, {
    path,
    tag: 'Money Received',
    access: 'invoices',
    listed: receiptListing,
    kinds: receiptColumns,
    totals: RECEIPT_TOTALS,
    response: receiptResponse,
  })

  get(
    `${path}/open`,
    { access: 'invoices', query: brokerQuery, answer: openInvoicesResponse },
    ({ account, query: { brokerId, search = '' } }) =>
      brokerId === undefined
        ? findOpenInvoices(database, account, search)
        : readPayableInvoices(database, account, brokerId),
  )

  get(
    `${path}/unapplied`,
    {
      access: 'invoices',
      query: brokerQuery.pick({ brokerId: true }),
      answer: unappliedReceiptsResponse,
    },
    ({ account, query }) => readUnappliedReceipts(database, account, query.brokerId),
  )

  get(receipt, { access: 'invoices', answer: receiptDetailsResponse }, ({ account, id }) =>
    readReceiptDetails(database, account, id),
  )

  get(
    '/api/invoices/:id/receipts',
    { access: 'invoices', answer: invoiceReceiptsResponse },
    ({ account, id }) => readInvoiceReceipts(database, account, id),
  )

  get(
    '/api/brokers/:id/short-pays',
    { access: 'invoices', answer: shortPaysSchema },
    ({ account, id }) => readShortPays(database, account, id, accountDay()),
  )

  post(
    path,
    { access: 'billing', body: newReceiptSchema, answer: receiptResponse, status: 201 },
    ({ account, body, repeatable }) => receivePayment(database, account, body, repeatable),
  )

  put(
    receipt,
    { access: 'billing', body: editReceiptSchema, answer: receiptResponse },
    ({ account, id, body, version }) => editReceipt(database, account, id, body, version),
  )

  receiptStepRoutes(app, database)
}

/** The routes that change a posted receipt and differences (SPEC C193–C198). */
function receiptStepRoutes(app: FastifyInstance, database: Database): void {
  const { post } = routesOf(app, 'Money Received')
  const changed = { access: 'billing', answer: receiptResponse } as const
  const created = { ...changed, status: 201 } as const

  post(
    `${receipt}/reverse`,
    { ...changed, body: reverseReceiptSchema },
    ({ account, id, body, version }) => reverseReceipt(database, account, id, body, version),
  )

  post(
    `${receipt}/apply`,
    { ...created, body: applyReceiptSchema },
    ({ account, id, body, repeatable }) => applyReceipt(database, account, id, body, repeatable),
  )

  post(
    `${receipt}/parts/:part/take-off`,
    { ...changed, body: unapplySchema },
    ({ account, id, idOf, body }) =>
      unapplyPart(database, account, { id, partId: idOf('part') }, body),
  )

  post(
    `${receipt}/refunds`,
    { ...created, body: refundReceiptSchema },
    ({ account, id, body, repeatable }) => refundReceipt(database, account, id, body, repeatable),
  )

  post(
    `${receipt}/refunds/:refund/end`,
    { ...changed, body: endSchema },
    ({ account, id, idOf, body }) =>
      endRefund(database, account, { id, refundId: idOf('refund') }, body),
  )

  post(
    '/api/differences',
    {
      access: 'billing',
      body: newDifferencesSchema,
      answer: z.object({ invoiceIds: z.array(z.int()) }),
      status: 201,
      description: 'Records write-offs and other differences of invoices without a payment.',
    },
    ({ account, body, repeatable }) => decideDifferences(database, account, body, repeatable),
  )

  post(
    '/api/differences/:id/undo',
    { access: 'billing', body: endSchema, answer: invoiceReceiptsResponse },
    ({ account, id, body }) => undoDifference(database, account, id, body),
  )
}
