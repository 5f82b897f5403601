/** Payments to owners and drivers (SPEC C11–C13). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { day } from '#core/fields/fields.ts'
import { openResponse, paymentResponse, paymentDetailsResponse } from '#core/payments/responses.ts'
import { newPaymentSchema } from '#core/payments/payments.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { badField } from '#server/errors.ts'
import { listRoutes } from '#server/lists/routes.ts'
import { readId, readIdempotency } from '#server/requests.ts'
import { attachment } from '#server/streaming/attachment.ts'
import { readDetails, readOpenPayees } from './details.ts'
import { paymentColumns, paymentListing } from './list.ts'
import { createPayment } from './post.ts'
import { buildRegister } from './register.ts'
import { paymentStepRoutes } from './step-routes.ts'

const tags = ['Payments']
const path = '/api/payments'
const periodQuery = z.object({ from: day('From').schema, to: day('To').schema })
const openQuery = z.object({
  from: day('From').schema.optional().describe('First settlement date; default: all'),
  to: day('To').schema.optional(),
})

export function paymentRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  listRoutes(app, database, {
    path,
    tags,
    access: 'settlements',
    listed: paymentListing,
    kinds: paymentColumns,
    response: paymentResponse,
  })

  api.get(
    `${path}/open`,
    {
      schema: { tags, querystring: openQuery, response: { 200: openResponse } },
      config: { access: 'settlements' },
    },
    (request) => {
      const { from, to } = request.query
      const period = from !== undefined && to !== undefined ? readPeriod({ from, to }) : undefined
      return readOpenPayees(database, requireAccount(request), period)
    },
  )

  api.get(
    `${path}/register.csv`,
    {
      schema: { tags, querystring: periodQuery },
      config: {
        access: ['settlements', 'export'],
        audited: { action: 'exported', subject: 'pay_register' },
      },
    },
    async (request, reply) => {
      const { from, to } = readPeriod(request.query)
      const text = await buildRegister(database, requireAccount(request), { from, to })
      return reply.headers(attachment(`pay-register-${from}-${to}`, 'csv')).send(text)
    },
  )

  api.get(
    `${path}/:id`,
    {
      schema: { tags, response: { 200: paymentDetailsResponse } },
      config: { access: 'settlements' },
    },
    async (request, reply) => {
      const details = await readDetails(database, requireAccount(request), readId(request))
      return reply.header('etag', `"${details.version}"`).send(details)
    },
  )

  api.post(
    path,
    {
      schema: { tags, body: newPaymentSchema, response: { 201: paymentResponse } },
      config: { access: 'payroll' },
    },
    async (request, reply) => {
      const userId = requireAccount(request)
      const made = await createPayment(database, userId, request.body, readIdempotency(request))
      return reply.code(201).send(made)
    },
  )

  paymentStepRoutes(app, database)
}

/** Throws 400 if the period ends before it begins. */
function readPeriod(period: z.output<typeof periodQuery>) {
  if (period.from > period.to) throw badField('to', 'To must not be before From')
  return period
}
