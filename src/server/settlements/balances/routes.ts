/** Balances of a truck and of a settlement, and refunds (SPEC C5). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { refundSchema } from '#core/settlements/balances.ts'
import { accountOf } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'
import { idOf, repeatableOf } from '#server/requests.ts'
import { refund, truckBalances } from './balances.ts'
import { truckExists } from '#server/settlements/settlement/exists.ts'
import { shownBalances } from '#server/settlements/lines/displayed.ts'

const tags = ['Balances']

export function balanceRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get('/api/trucks/:id/balances', { schema: { tags } }, async (request) => {
    const userId = accountOf(request)
    const id = idOf(request)
    if (!(await truckExists(database, userId, id))) throw notFound()
    return truckBalances(database, userId, id)
  })

  api.get('/api/billing/:id/balances', { schema: { tags } }, (request) =>
    shownBalances(database, accountOf(request), idOf(request)),
  )

  api.post(
    '/api/billing/:id/balances/:rule/refunds',
    { schema: { tags, body: refundSchema } },
    async (request, reply) => {
      const [id, rule] = [idOf(request), idOf(request, 'rule')]
      const asked = repeatableOf(request)
      const line = await refund(database, accountOf(request), id, rule, request.body, asked)
      return reply.code(201).send(line)
    },
  )
}
