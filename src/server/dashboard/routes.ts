import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { dashboardFigures } from '#core/dashboard/dashboard.ts'
import { describeFigures, hideFigures } from '#core/dashboard/figures.ts'
import { day } from '#core/fields/fields.ts'
import { routesOf } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { readDashboard } from './figures.ts'

export function dashboardRoutes(app: FastifyInstance, { database }: Services): void {
  routesOf(app, 'Dashboard').get(
    '/api/dashboard',
    {
      access: 'office',
      query: z.object({ today: day('Today').schema }),
      answer: describeFigures(dashboardFigures),
    },
    async ({ member: { accountId, permissions }, query }) =>
      hideFigures(
        dashboardFigures,
        await readDashboard(database, accountId, query.today),
        permissions,
      ),
  )
}
