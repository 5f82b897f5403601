/** The settlement run and its pay register (SPEC C8). The ZIP of its statements is in `statements/`. */
import type { FastifyInstance } from 'fastify'
import { weekOf } from '#core/calendar.ts'
import { openWorkSchema } from '#core/settlements/run/open-weeks.ts'
import { runResponse } from '#core/settlements/run/responses.ts'
import type { Database } from '#server/database/open.ts'
import { routesOf } from '#server/routes.ts'
import { readFirstWeekday } from '#server/settings/company.ts'
import { addReport } from '#server/streaming/report-routes.ts'
import { readOpenWork } from './open-weeks.ts'
import { openWorkQuery, runQuery, weekQuery } from './queries.ts'
import { buildPayRegister } from './register.ts'
import { readRun } from './run.ts'

export function runRoutes(app: FastifyInstance, database: Database): void {
  const { get } = routesOf(app, 'Settlement Run')

  get(
    '/api/settlements/run',
    { access: 'settlements', query: runQuery, answer: runResponse },
    ({ account, query }) => readRun(database, account, query),
  )

  get(
    '/api/settlements/open-work',
    { access: 'settlements', query: openWorkQuery, answer: openWorkSchema },
    async ({ account, member, query }) => {
      const work = await readOpenWork(database, account, query.today)
      // The count would show whether tax IDs are on file, which needs a permission (SPEC C73).
      return member.permissions.has('secrets') ? work : { ...work, missingTaxIds: 0 }
    },
  )

  addReport(
    app,
    {
      tag: 'Settlement Run',
      path: '/api/settlements/run/register',
      access: ['settlements', 'export'],
      query: weekQuery,
      subject: 'pay_register',
    },
    async ({ account, query: { week } }) =>
      buildPayRegister(database, account, weekOf(week, await readFirstWeekday(database, account))),
  )
}
