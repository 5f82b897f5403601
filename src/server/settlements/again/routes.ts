/** Settling a void statement's truck and date again (SPEC C94). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { settleAgainState, settledAgainResponse } from '#core/settlements/again/settle-again.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readId, readIdempotency } from '#server/requests.ts'
import { readSettleAgainState } from './read-state.ts'
import { settleAgain } from './settle-again.ts'

const tags = ['Settlements']
const path = '/api/billing/:id/settle-again'

export function settleAgainRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get(
    path,
    { schema: { tags, response: { 200: settleAgainState } }, config: { access: 'settlements' } },
    (request) => readSettleAgainState(database, requireAccount(request), readId(request)),
  )

  api.post(
    path,
    { schema: { tags, response: { 201: settledAgainResponse } }, config: { access: 'payroll' } },
    async (request, reply) => {
      const userId = requireAccount(request)
      const settled = await settleAgain(database, userId, readId(request), readIdempotency(request))
      return reply.code(201).send(settled)
    },
  )
}
