/** The settlements that the pages of a truck, a payee and a load show (SPEC C53). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { day } from '#core/fields/fields.ts'
import {
  loadStatementsResponse,
  openSettlementsResponse,
  payeeOpenSettlementsResponse,
  payeeTotalsResponse,
} from '#core/settlements/overview/overview.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readId } from '#server/requests.ts'
import { serverDay } from '#server/today.ts'
import { readLoadStatements } from './load-statements.ts'
import { readOpenSettlements, readPayeeOpenSettlements } from './open-settlements.ts'
import { readPayeeTotals } from './payee-totals.ts'

const tags = ['Settlements']
const totalsQuery = z.object({
  today: day('Today')
    .schema.optional()
    .describe("Chooses the year; the year before is included. Default: the server's day"),
})
const openQuery = z.object({
  today: day('Today')
    .schema.optional()
    .describe("Lists settlement dates from 13 weeks before this day on. Default: the server's day"),
})

export function overviewRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get(
    '/api/trucks/:id/open-settlements',
    {
      schema: { tags, response: { 200: openSettlementsResponse } },
      config: { access: 'settlements' },
    },
    (request) => readOpenSettlements(database, requireAccount(request), readId(request)),
  )

  api.get(
    '/api/loads/:id/statements',
    {
      schema: { tags, response: { 200: loadStatementsResponse } },
      config: { access: 'settlements' },
    },
    (request) => readLoadStatements(database, requireAccount(request), readId(request)),
  )

  for (const table of ['owners', 'drivers'] as const) {
    api.get(
      `/api/${table}/:id/totals`,
      {
        schema: { tags, querystring: totalsQuery, response: { 200: payeeTotalsResponse } },
        config: { access: 'settlements' },
      },
      (request) => {
        const person = { table, id: readId(request) }
        const { today = serverDay() } = request.query
        const year = Number(today.slice(0, 4))
        return readPayeeTotals(database, requireAccount(request), person, year)
      },
    )

    api.get(
      `/api/${table}/:id/open-settlements`,
      {
        schema: { tags, querystring: openQuery, response: { 200: payeeOpenSettlementsResponse } },
        config: { access: 'settlements' },
      },
      (request) => {
        const person = { table, id: readId(request) }
        const { today = serverDay() } = request.query
        return readPayeeOpenSettlements(database, requireAccount(request), person, today)
      },
    )
  }
}
