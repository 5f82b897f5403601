/** The routes that change a posted payment (SPEC C11, C12). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { paymentResponse } from '#core/payments/responses.ts'
import {
  applySchema,
  closingSchema,
  editPaymentSchema,
  reissueSchema,
  reversalSchema,
  undoClosingQuery,
} from '#core/payments/payments.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readId, readIdempotency, readVersion } from '#server/requests.ts'
import { editPayment } from './edit.ts'
import { keepPayment, reissuePayment, reversePayment } from './reverse.ts'
import { applyPayment, closeUnapplied, undoClosing } from './unapplied.ts'

const tags = ['Payments']
const path = '/api/payments/:id'
const response = { 200: paymentResponse }
const created = { 201: paymentResponse }

export function paymentStepRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.put(
    path,
    { schema: { tags, body: editPaymentSchema, response }, config: { access: 'payroll' } },
    (request) => {
      const userId = requireAccount(request)
      return editPayment(database, userId, readId(request), request.body, readVersion(request))
    },
  )

  api.post(
    `${path}/reverse`,
    { schema: { tags, body: reversalSchema, response }, config: { access: 'payroll' } },
    (request) => {
      const userId = requireAccount(request)
      return reversePayment(database, userId, readId(request), request.body, readVersion(request))
    },
  )

  api.post(
    `${path}/reissue`,
    { schema: { tags, body: reissueSchema, response: created }, config: { access: 'payroll' } },
    async (request, reply) => {
      const userId = requireAccount(request)
      const [id, version] = [readId(request), readVersion(request)]
      return reply.code(201).send(await reissuePayment(database, userId, id, request.body, version))
    },
  )

  api.post(
    `${path}/keep`,
    { schema: { tags, response }, config: { access: 'payroll' } },
    (request) =>
      keepPayment(database, requireAccount(request), readId(request), readVersion(request)),
  )

  api.post(
    `${path}/apply`,
    { schema: { tags, body: applySchema, response }, config: { access: 'payroll' } },
    (request) => applyPayment(database, requireAccount(request), readId(request), request.body),
  )

  api.post(
    `${path}/closings`,
    { schema: { tags, body: closingSchema, response: created }, config: { access: 'payroll' } },
    async (request, reply) => {
      const [userId, id] = [requireAccount(request), readId(request)]
      const once = readIdempotency(request)
      const closed = await closeUnapplied(database, userId, id, request.body, once)
      return reply.code(201).send(closed)
    },
  )

  api.delete(
    `${path}/closings/:closing`,
    { schema: { tags, querystring: undoClosingQuery }, config: { access: 'payroll' } },
    async (request, reply) => {
      const [userId, { confirmed }] = [requireAccount(request), request.query]
      await undoClosing(database, userId, readId(request), {
        closing: readId(request, 'closing'),
        confirmed: confirmed ? [confirmed] : [],
      })
      return reply.code(204).send()
    },
  )
}
