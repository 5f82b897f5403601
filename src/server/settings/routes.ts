/** The company's settings: one record per account (SPEC A7, B36). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { changedCompanySchema, companyFields } from '#core/settings/company.ts'
import { responseSchema } from '#core/entities/entity.ts'
import { listHidden } from '#core/team/visible-listing.ts'
import { requireAccount, requireMember } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readId, readIdempotency, readVersion } from '#server/requests.ts'
import { readCompany } from './company.ts'
import { createCompany, updateCompany } from './store.ts'

const response = responseSchema(companyFields)
const tags = ['Settings']

export function settingsRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get('/api/settings', { schema: { tags }, config: { access: 'office' } }, async (request) => {
    const { accountId, permissions } = requireMember(request)
    const hidden = listHidden(companyFields, permissions)
    const company = Object.entries(await readCompany(database, accountId))
    return Object.fromEntries(company.filter(([name]) => !hidden.has(name)))
  })

  api.post(
    '/api/settings',
    {
      schema: { tags, body: changedCompanySchema, response: { 201: response } },
      config: { access: 'admin' },
    },
    async (request, reply) => {
      const userId = requireAccount(request)
      const saved = await createCompany(database, userId, request.body, readIdempotency(request))
      return reply.code(201).send(saved)
    },
  )

  api.put(
    '/api/settings/:id',
    {
      schema: { tags, body: changedCompanySchema, response: { 200: response } },
      config: { access: 'admin' },
    },
    (request) => {
      const target = { id: readId(request), version: readVersion(request) }
      return updateCompany(database, requireAccount(request), target, request.body)
    },
  )
}
