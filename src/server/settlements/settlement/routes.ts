/** The settlements of an account (SPEC A7, B20, B22, B23, B27–B30). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { changedSettlementSchema, newSettlementSchema } from '#core/settlements/settlement.ts'
import { accountOf } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { listRoutes } from '#server/lists/list-routes.ts'
import { idOf, repeatableOf, versionOf } from '#server/requests.ts'
import { settlementColumns, settlementListing } from './list.ts'
import { settlementStoreOf } from './store.ts'

const tags = ['Settlements']

export function settlementRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const store = (userId: string) => settlementStoreOf(database, userId)
  const path = '/api/billing'

  listRoutes(app, database, { path, tags, listed: settlementListing, kinds: settlementColumns })

  api.get('/api/billing/:id', { schema: { tags } }, async (request, reply) => {
    const settlement = await store(accountOf(request)).get(idOf(request))
    return reply.header('etag', `"${settlement.version}"`).send(settlement)
  })

  api.post(
    '/api/billing',
    { schema: { tags, body: newSettlementSchema } },
    async (request, reply) => {
      const settlement = await store(accountOf(request)).create(request.body, repeatableOf(request))
      return reply.code(201).send(settlement)
    },
  )

  api.put('/api/billing/:id', { schema: { tags, body: changedSettlementSchema } }, (request) =>
    store(accountOf(request)).update(idOf(request), request.body, versionOf(request)),
  )

  api.post('/api/billing/:id/apply-rules', { schema: { tags } }, (request) =>
    store(accountOf(request)).deduct(idOf(request)),
  )

  api.delete('/api/billing/:id', { schema: { tags } }, async (request, reply) => {
    await store(accountOf(request)).remove(idOf(request))
    return reply.code(204).send()
  })
}
