/** The settlement run and its pay register (SPEC C8). The ZIP of its statements is in `statements/`. */
import type { FastifyInstance } from 'fastify'
import { weekOf } from '#core/calendar.ts'
import { openWorkSchema } from '#core/settlements/run/open-weeks.ts'
import { runResponse } from '#core/settlements/run/responses.ts'
import type { Database } from '#server/database/open.ts'
import { routesOf } from '#server/routes.ts'
import { readFirstWeekday } from '#server/settings/company.ts'
import { attachment } from '#server/streaming/attachment.ts'
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

  get(
    '/api/settlements/run/register.csv',
    {
      access: ['settlements', 'export'],
      query: weekQuery,
      config: { audited: { action: 'exported', subject: 'pay_register' } },
    },
    async ({ account, query, reply }) => {
      const period = weekOf(query.week, await readFirstWeekday(database, account))
      const text = await buildPayRegister(database, account, period)
      return reply.headers(attachment(`pay-register-${period.from}`, 'csv')).send(text)
    },
  )
}
