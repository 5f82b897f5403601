/** Balances of a truck and of a settlement, and refunds (SPEC C5). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { refundSchema } from '#core/settlements/balances.ts'
import { balanceResponse, lineResponse } from '#core/settlements/responses.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'
import { readId, readIdempotency } from '#server/requests.ts'
import { readTruckBalances } from './balances.ts'
import { addRefund } from './refunds.ts'
import { truckExists } from '#server/settlements/settlement/exists.ts'
import { readDisplayedBalances } from '#server/settlements/lines/displayed.ts'

const tags = ['Balances']
const response = { 200: z.array(balanceResponse) }

export function balanceRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get(
    '/api/trucks/:id/balances',
    { schema: { tags, response }, config: { access: 'settlements' } },
    async (request) => {
      const userId = requireAccount(request)
      const id = readId(request)
      if (!(await truckExists(database, userId, id))) throw notFound()
      return readTruckBalances(database, userId, id)
    },
  )

  api.get(
    '/api/billing/:id/balances',
    { schema: { tags, response }, config: { access: 'settlements' } },
    (request) => readDisplayedBalances(database, requireAccount(request), readId(request)),
  )

  api.post(
    '/api/billing/:id/balances/:rule/refunds',
    {
      schema: { tags, body: refundSchema, response: { 201: lineResponse } },
      config: { access: 'payroll' },
    },
    async (request, reply) => {
      const [id, rule] = [readId(request), readId(request, 'rule')]
      const userId = requireAccount(request)
      const once = readIdempotency(request)
      const line = await addRefund(database, userId, id, rule, request.body, once)
      return reply.code(201).send(line)
    },
  )
}
