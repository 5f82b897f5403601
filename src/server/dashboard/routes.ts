import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { day } from '#core/fields/fields.ts'
import { accountOf } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { dashboardOf } from './figures.ts'

const querystring = z.object({ today: day('Today').schema })

export function dashboardRoutes(app: FastifyInstance, database: Database): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .get('/api/dashboard', { schema: { tags: ['Dashboard'], querystring } }, (request) =>
      dashboardOf(database, accountOf(request), request.query.today),
    )
}
