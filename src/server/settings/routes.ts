/** The company's settings: one record per account (SPEC A7, B36). */
import type { FastifyInstance } from 'fastify'
import { changedCompanySchema, companyFields } from '#core/settings/company.ts'
import { responseSchema } from '#core/entities/entity.ts'
import { listHidden } from '#core/team/visible-listing.ts'
import { routesOf } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { readCompany } from './company.ts'
import { logoRoutes } from './logo-routes.ts'
import { createCompany, updateCompany } from './store.ts'

const answer = responseSchema(companyFields)

export async function settingsRoutes(
  app: FastifyInstance,
  { database, print }: Services,
): Promise<void> {
  const { get, post, put } = routesOf(app, 'Settings')
  await logoRoutes(app, database, print)

  get('/api/settings', { access: 'office' }, async ({ member, account }) => {
    const hidden = listHidden(companyFields, member.permissions)
    const company = Object.entries(await readCompany(database, account))
    return Object.fromEntries(company.filter(([name]) => !hidden.has(name)))
  })

  post(
    '/api/settings',
    { access: 'admin', body: changedCompanySchema, answer, status: 201 },
    ({ account, body, repeatable }) => createCompany(database, account, body, repeatable),
  )

  put(
    '/api/settings/:id',
    { access: 'admin', body: changedCompanySchema, answer },
    ({ account, id, version, body }) => updateCompany(database, account, { id, version }, body),
  )
}
