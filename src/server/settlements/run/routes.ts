/** The settlement run and its pay register (SPEC C8). The ZIP of its statements is in `statements/run-zip.ts`. */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { weekOf } from '#core/calendar.ts'
import { openWorkSchema } from '#core/settlements/run/open-weeks.ts'
import { runResponse } from '#core/settlements/run/responses.ts'
import { requireAccount, requireMember } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readFirstWeekday } from '#server/settings/company.ts'
import { attachment } from '#server/streaming/attachment.ts'
import { readOpenWork } from './open-weeks.ts'
import { openWorkQuery, runQuery, weekQuery } from './queries.ts'
import { buildPayRegister } from './register.ts'
import { readRun } from './run.ts'

const tags = ['Settlement Run']

export function runRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get(
    '/api/settlements/run',
    {
      schema: { tags, querystring: runQuery, response: { 200: runResponse } },
      config: { access: 'settlements' },
    },
    (request) => readRun(database, requireAccount(request), request.query),
  )

  api.get(
    '/api/settlements/open-work',
    {
      schema: { tags, querystring: openWorkQuery, response: { 200: openWorkSchema } },
      config: { access: 'settlements' },
    },
    async (request) => {
      const { accountId, permissions } = requireMember(request)
      const work = await readOpenWork(database, accountId, request.query.today)
      // The count would show whether tax IDs are on file, which needs a permission (SPEC C73).
      return permissions.has('secrets') ? work : { ...work, missingTaxIds: 0 }
    },
  )

  api.get(
    '/api/settlements/run/register.csv',
    {
      schema: { tags, querystring: weekQuery },
      config: {
        access: ['settlements', 'export'],
        audited: { action: 'exported', subject: 'pay_register' },
      },
    },
    async (request, reply) => {
      const userId = requireAccount(request)
      const period = weekOf(request.query.week, await readFirstWeekday(database, userId))
      const text = await buildPayRegister(database, userId, period)
      return reply.headers(attachment(`pay-register-${period.from}`, 'csv')).send(text)
    },
  )
}
