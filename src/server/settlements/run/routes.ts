/** The pay day and its files (SPEC C8). */
import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { weekOf, type Day } from '#core/calendar.ts'
import { day } from '#core/fields/fields.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import { attachment } from '#server/streaming/attachment.ts'
import type { Database, Work } from '#server/database/open.ts'
import { buildPayRegister, streamStatements, type StatementFile } from './register.ts'
import type { ReadCompany } from '#server/statements/routes.ts'
import type { MakeStatement } from '#server/statements/file.ts'
import { readRun } from './run.ts'
import { readFirstWeekday } from '#server/settlements/settlement/store.ts'

const tags = ['Pay day']
const runQuery = z.object({
  week: day('Week').schema.optional().describe('Any day of the work week; else the last one over'),
  today: day('Today').schema,
})
const weekQuery = z.object({ week: day('Week').schema })

/** Sends an account's files as one ZIP, of one moment of the database. Throws 429. */
type ZipOf = (
  userId: string,
  files: (work: Work) => AsyncGenerator<StatementFile>,
) => Promise<Readable>

export function runRoutes(
  app: FastifyInstance,
  database: Database,
  readCompany: ReadCompany,
  makeStatement: MakeStatement,
  zipOf: ZipOf,
): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const weekAround = async (userId: string, week: Day) =>
    weekOf(week, await readFirstWeekday(database, userId))

  api.get('/api/settlements/run', { schema: { tags, querystring: runQuery } }, (request) =>
    readRun(database, requireAccount(request), request.query),
  )

  api.get(
    '/api/settlements/run/statements.zip',
    { exposeHeadRoute: false, schema: { tags, querystring: weekQuery } },
    async (request, reply) => {
      const userId = requireAccount(request)
      const period = await weekAround(userId, request.query.week)
      const company = await readCompany(userId)
      const zip = await zipOf(userId, (work) =>
        streamStatements(work, userId, period, company, makeStatement),
      )
      return reply.headers(attachment(`statements-${period.from}`, 'zip')).send(zip)
    },
  )

  api.get(
    '/api/settlements/run/register.csv',
    { schema: { tags, querystring: weekQuery } },
    async (request, reply) => {
      const userId = requireAccount(request)
      const period = await weekAround(userId, request.query.week)
      const text = await buildPayRegister(database, userId, period)
      return reply.headers(attachment(`pay-register-${period.from}`, 'csv')).send(text)
    },
  )
}
