/** The routes that change a posted receipt and differences (SPEC C193–C198). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  applyReceiptSchema,
  endSchema,
  newDifferencesSchema,
  refundReceiptSchema,
  reverseReceiptSchema,
  unapplySchema,
} from '#core/receipts/requests.ts'
import { invoiceReceiptsResponse, receiptResponse } from '#core/receipts/responses.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readId, readIdempotency, readVersion } from '#server/requests.ts'
import { applyReceipt } from './apply.ts'
import { decideDifferences, undoDifference } from './decide.ts'
import { endRefund, refundReceipt } from './refund.ts'
import { reverseReceipt } from './reverse.ts'
import { unapplyPart } from './unapply.ts'

const tags = ['Money Received']
const path = '/api/receipts/:id'
const config = { access: 'billing' } as const
const response = { 200: receiptResponse }
const created = { 201: receiptResponse }

export function receiptStepRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.post(
    `${path}/reverse`,
    { schema: { tags, body: reverseReceiptSchema, response }, config },
    (request) => {
      const userId = requireAccount(request)
      return reverseReceipt(database, userId, readId(request), request.body, readVersion(request))
    },
  )

  api.post(
    `${path}/apply`,
    { schema: { tags, body: applyReceiptSchema, response: created }, config },
    async (request, reply) => {
      const [userId, id] = [requireAccount(request), readId(request)]
      const applied = await applyReceipt(
        database,
        userId,
        id,
        request.body,
        readIdempotency(request),
      )
      return reply.code(201).send(applied)
    },
  )

  api.post(
    `${path}/parts/:part/take-off`,
    { schema: { tags, body: unapplySchema, response }, config },
    (request) => {
      const at = { id: readId(request), partId: readId(request, 'part') }
      return unapplyPart(database, requireAccount(request), at, request.body)
    },
  )

  api.post(
    `${path}/refunds`,
    { schema: { tags, body: refundReceiptSchema, response: created }, config },
    async (request, reply) => {
      const [userId, id] = [requireAccount(request), readId(request)]
      const { body } = request
      const refunded = await refundReceipt(database, userId, id, body, readIdempotency(request))
      return reply.code(201).send(refunded)
    },
  )

  api.post(
    `${path}/refunds/:refund/end`,
    { schema: { tags, body: endSchema, response }, config },
    (request) => {
      const at = { id: readId(request), refundId: readId(request, 'refund') }
      return endRefund(database, requireAccount(request), at, request.body)
    },
  )

  api.post(
    '/api/differences',
    {
      schema: {
        tags,
        description: 'Records write-offs and other differences of invoices without a payment.',
        body: newDifferencesSchema,
        response: { 201: z.object({ invoiceIds: z.array(z.int()) }) },
      },
      config,
    },
    async (request, reply) => {
      const userId = requireAccount(request)
      const decided = await decideDifferences(
        database,
        userId,
        request.body,
        readIdempotency(request),
      )
      return reply.code(201).send(decided)
    },
  )

  api.post(
    '/api/differences/:id/undo',
    { schema: { tags, body: endSchema, response: { 200: invoiceReceiptsResponse } }, config },
    (request) => undoDifference(database, requireAccount(request), readId(request), request.body),
  )
}
