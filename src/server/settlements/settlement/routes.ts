/** The settlements of an account (SPEC A7, B20, B22, B23, B27–B30). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { changedSettlementSchema, newSettlementSchema } from '#core/settlements/settlement.ts'
import { settlementResponse } from '#core/settlements/responses.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { listRoutes } from '#server/lists/routes.ts'
import { readId, readIdempotency, readOperation, readVersion } from '#server/requests.ts'
import { settlementColumns, settlementListing } from './list.ts'
import { openSettlementStore } from './store.ts'

const tags = ['Settlements']
const response = { 200: settlementResponse }

export function settlementRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const store = (userId: string) => openSettlementStore(database, userId)
  const path = '/api/billing'

  listRoutes(app, database, {
    path,
    tags,
    access: 'settlements',
    listed: settlementListing,
    kinds: settlementColumns,
    response: settlementResponse,
  })

  api.get(
    '/api/billing/:id',
    { schema: { tags, response }, config: { access: 'settlements' } },
    async (request, reply) => {
      const settlement = await store(requireAccount(request)).get(readId(request))
      return reply.header('etag', `"${settlement.version}"`).send(settlement)
    },
  )

  api.post(
    '/api/billing',
    {
      schema: { tags, body: newSettlementSchema, response: { 201: settlementResponse } },
      config: { access: 'payroll' },
    },
    async (request, reply) => {
      const settlement = await store(requireAccount(request)).create(
        request.body,
        readIdempotency(request),
      )
      return reply.code(201).send(settlement)
    },
  )

  api.put(
    '/api/billing/:id',
    { schema: { tags, body: changedSettlementSchema, response }, config: { access: 'payroll' } },
    (request) =>
      store(requireAccount(request)).update(readId(request), request.body, readVersion(request)),
  )

  api.post(
    '/api/billing/:id/apply-rules',
    { schema: { tags, response }, config: { access: 'payroll' } },
    (request) => store(requireAccount(request)).deduct(readId(request)),
  )

  api.delete(
    '/api/billing/:id',
    { schema: { tags }, config: { access: 'payroll' } },
    async (request, reply) => {
      await store(requireAccount(request)).remove(readId(request), readOperation(request))
      return reply.code(204).send()
    },
  )
}
