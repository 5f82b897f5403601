/** The company's settings: one record an account (SPEC A7, B36). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { changedCompanySchema, companyFields, newCompanySchema } from '#core/settings/company.ts'
import { responseSchema } from '#core/entities/entity.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import { openCompanyStore } from './store.ts'
import type { Database } from '#server/database/open.ts'
import { readId, readIdempotency, readVersion } from '#server/requests.ts'

const answer = responseSchema(companyFields)
const tags = ['Settings']

export function settingsRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get('/api/settings', { schema: { tags } }, (request) =>
    openCompanyStore(database, requireAccount(request)).get(),
  )

  api.post(
    '/api/settings',
    { schema: { tags, body: newCompanySchema, response: { 201: answer } } },
    async (request, reply) => {
      const store = openCompanyStore(database, requireAccount(request))
      return reply.code(201).send(await store.create(request.body, readIdempotency(request)))
    },
  )

  api.put(
    '/api/settings/:id',
    { schema: { tags, body: changedCompanySchema, response: { 200: answer } } },
    (request) => {
      const store = openCompanyStore(database, requireAccount(request))
      return store.update(readId(request), request.body, readVersion(request))
    },
  )
}
