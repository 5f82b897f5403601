/** Year-end figures of each payee (SPEC C9). The ZIP of a payee's statements is in `statements/year-zip.ts`. */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { payeeYearResponse, yearResponse } from '#core/settlements/year/responses.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import { attachment } from '#server/streaming/attachment.ts'
import type { Database } from '#server/database/open.ts'
import { payeeYearQuery, yearQuery } from './queries.ts'
import { readPayeeYear, readPeople, readYear, readYearSummary } from './read-year.ts'
import { buildTaxCsv, buildYearCsv } from './year-csv.ts'

const tags = ['Year-End']
const path = '/api/settlements/year'

export function yearRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get(
    path,
    {
      schema: { tags, querystring: yearQuery, response: { 200: yearResponse } },
      config: { access: 'settlements' },
    },
    (request) => readYearSummary(database, requireAccount(request), request.query.year),
  )

  api.get(
    `${path}/payee`,
    {
      schema: { tags, querystring: payeeYearQuery, response: { 200: payeeYearResponse } },
      config: { access: 'settlements' },
    },
    (request) => readPayeeYear(database, requireAccount(request), request.query),
  )

  api.get(
    `${path}.csv`,
    {
      schema: { tags, querystring: yearQuery },
      config: {
        access: ['settlements', 'export'],
        audited: { action: 'exported', subject: 'year_summary' },
      },
    },
    async (request, reply) => {
      const { year } = request.query
      const payees = await readYear(database, requireAccount(request), year)
      return reply.headers(attachment(`payees-${year}`, 'csv')).send(buildYearCsv(payees))
    },
  )

  api.get(
    `${path}/tax.csv`,
    {
      schema: { tags, querystring: yearQuery },
      config: {
        access: ['settlements', 'secrets', 'export'],
        audited: { action: 'exported', subject: 'tax_summary' },
      },
    },
    async (request, reply) => {
      const userId = requireAccount(request)
      const { year } = request.query
      const payees = await readYear(database, userId, year)
      const text = buildTaxCsv(year, payees, await readPeople(database, userId))
      return reply.headers(attachment(`tax-preparer-${year}`, 'csv')).send(text)
    },
  )
}
