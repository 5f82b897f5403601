import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { day } from '#core/fields/fields.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readDashboard } from './figures.ts'

const querystring = z.object({ today: day('Today').schema })

export function dashboardRoutes(app: FastifyInstance, database: Database): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(
      '/api/dashboard',
      { schema: { tags: ['Dashboard'], querystring }, config: { access: 'office' } },
      (request) => readDashboard(database, requireAccount(request), request.query.today),
    )
}
