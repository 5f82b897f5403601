/** The company's settings: one record an account (SPEC A7, B36). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { changedCompanySchema, companyFields, newCompanySchema } from '#core/settings/company.ts'
import { answerSchema } from '#core/entities/entity.ts'
import { accountOf } from '#server/accounts/auth.ts'
import { companyStoreOf } from './store.ts'
import type { Database } from '#server/database/open.ts'
import { idOf, repeatableOf, versionOf } from '#server/requests.ts'

const answer = answerSchema(companyFields)
const tags = ['Settings']

export function companyRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get('/api/settings', { schema: { tags } }, (request) =>
    companyStoreOf(database, accountOf(request)).get(),
  )

  api.post(
    '/api/settings',
    { schema: { tags, body: newCompanySchema, response: { 201: answer } } },
    async (request, reply) => {
      const store = companyStoreOf(database, accountOf(request))
      return reply.code(201).send(await store.create(request.body, repeatableOf(request)))
    },
  )

  api.put(
    '/api/settings/:id',
    { schema: { tags, body: changedCompanySchema, response: { 200: answer } } },
    (request) => {
      const store = companyStoreOf(database, accountOf(request))
      return store.update(idOf(request), request.body, versionOf(request))
    },
  )
}
