/** What factors report (SPEC C213). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { newDepositSchema, voidFactoringSchema } from '#core/factoring/requests.ts'
import { depositResponse } from '#core/factoring/responses.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readId, readIdempotency } from '#server/requests.ts'
import { postDeposit, voidDeposit } from './deposits.ts'
import { readDeposit } from './read-deposits.ts'

const tags = ['Factoring']
const path = '/api/factor-deposits'

export function depositRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const one = { tags, response: { 200: depositResponse } }
  const changes = { access: 'billing' } as const

  api.post(
    '/api/factors/:id/deposits',
    {
      schema: { tags, body: newDepositSchema, response: { 201: depositResponse } },
      config: changes,
    },
    async (request, reply) => {
      const userId = requireAccount(request)
      const key = readIdempotency(request)
      const id = await postDeposit(database, userId, readId(request), request.body, key)
      return reply.code(201).send(await readDeposit(database, userId, id))
    },
  )

  api.get(`${path}/:id`, { schema: one, config: { access: 'invoices' } }, (request) =>
    readDeposit(database, requireAccount(request), readId(request)),
  )

  api.post(
    `${path}/:id/void`,
    { schema: { ...one, body: voidFactoringSchema }, config: changes },
    async (request) => {
      const [userId, id] = [requireAccount(request), readId(request)]
      await voidDeposit(database, userId, id, request.body)
      return readDeposit(database, userId, id)
    },
  )
}
