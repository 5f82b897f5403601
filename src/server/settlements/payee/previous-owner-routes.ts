/** What waits with a former payee, and what becomes of it (SPEC C10). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { requiredReference } from '#core/fields/fields.ts'
import { releaseSchema } from '#core/settlements/previous-owner.ts'
import { accountOf } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { idOf } from '#server/requests.ts'
import { release, releasesOf, takeBackRelease, takeOver, waitingOf } from './previous-owner.ts'

const tags = ['Settlements']
const query = z.object({ truckId: requiredReference('Truck', 'trucks').schema.optional() })
const RELEASES = '/api/billing/:id/releases'

export function waitingRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get('/api/settlements/waiting', { schema: { tags, querystring: query } }, (request) =>
    waitingOf(database, accountOf(request), request.query.truckId),
  )

  api.post('/api/billing/:id/take-over', { schema: { tags } }, (request) =>
    takeOver(database, accountOf(request), idOf(request)),
  )

  api.get(RELEASES, { schema: { tags } }, (request) =>
    releasesOf(database, accountOf(request), idOf(request)),
  )

  api.post(RELEASES, { schema: { tags, body: releaseSchema } }, async (request, reply) => {
    const made = await release(database, accountOf(request), idOf(request), request.body)
    return reply.code(201).send(made)
  })

  api.delete(`${RELEASES}/:release`, { schema: { tags } }, async (request, reply) => {
    await takeBackRelease(database, accountOf(request), idOf(request), idOf(request, 'release'))
    return reply.code(204).send()
  })
}
