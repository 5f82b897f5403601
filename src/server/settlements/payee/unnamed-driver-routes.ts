/** Statements and balances whose driver is unknown, and naming the driver (SPEC C10). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { namedDriverSchema, namedSchema, unnamedSchema } from '#core/settlements/unnamed-drivers.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readId } from '#server/requests.ts'
import { nameDriver, readUnnamed } from './unnamed-drivers.ts'

const tags = ['Settlements']

export function unnamedDriverRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get(
    '/api/settlements/unnamed',
    { schema: { tags, response: { 200: unnamedSchema } }, config: { access: 'settlements' } },
    (request) => readUnnamed(database, requireAccount(request)),
  )

  api.post(
    '/api/billing/:id/name-driver',
    {
      schema: { tags, body: namedDriverSchema, response: { 200: namedSchema } },
      config: { access: 'payroll' },
    },
    async (request) => {
      const { body } = request
      const named = await nameDriver(database, requireAccount(request), readId(request), body)
      return { ...named, ownerId: null, driverId: body.driverId }
    },
  )
}
