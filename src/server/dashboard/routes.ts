import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { hideFigures } from '#core/dashboard/seen-dashboard.ts'
import { day } from '#core/fields/fields.ts'
import { requireMember } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readDashboard } from './figures.ts'

const querystring = z.object({ today: day('Today').schema })

export function dashboardRoutes(app: FastifyInstance, database: Database): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(
      '/api/dashboard',
      { schema: { tags: ['Dashboard'], querystring }, config: { access: 'office' } },
      async (request) => {
        const { accountId, permissions } = requireMember(request)
        const dashboard = await readDashboard(database, accountId, request.query.today)
        return hideFigures(dashboard, permissions)
      },
    )
}
