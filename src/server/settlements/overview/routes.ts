/** The settlements that the pages of a truck, a payee and a load show (SPEC C53). */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { day } from '#core/fields/fields.ts'
import {
  loadStatementsResponse,
  openSettlementsResponse,
  payeeOpenSettlementsResponse,
  payeeTotalsResponse,
} from '#core/settlements/overview/overview.ts'
import type { Database } from '#server/database/open.ts'
import { routesOf } from '#server/routes.ts'
import { accountDay } from '#server/today.ts'
import { readLoadStatements } from './load-statements.ts'
import { readOpenSettlements, readPayeeOpenSettlements } from './open-settlements.ts'
import { readPayeeTotals } from './payee-totals.ts'

const totalsQuery = z.object({
  today: day('Today')
    .schema.optional()
    .describe("Chooses the year; the year before is included. Default: the account's day"),
})
const openQuery = z.object({
  today: day('Today')
    .schema.optional()
    .describe(
      "Lists settlement dates from 13 weeks before this day on. Default: the account's day",
    ),
})

export function overviewRoutes(app: FastifyInstance, database: Database): void {
  const { get } = routesOf(app, 'Settlements')

  get(
    '/api/trucks/:id/open-settlements',
    { access: 'settlements', answer: openSettlementsResponse },
    ({ account, id }) => readOpenSettlements(database, account, id),
  )

  get(
    '/api/loads/:id/statements',
    { access: 'settlements', answer: loadStatementsResponse },
    ({ account, id }) => readLoadStatements(database, account, id),
  )

  for (const table of ['owners', 'drivers'] as const) {
    get(
      `/api/${table}/:id/totals`,
      { access: 'settlements', query: totalsQuery, answer: payeeTotalsResponse },
      ({ account, id, query: { today = accountDay() } }) =>
        readPayeeTotals(database, account, { table, id }, Number(today.slice(0, 4))),
    )

    get(
      `/api/${table}/:id/open-settlements`,
      { access: 'settlements', query: openQuery, answer: payeeOpenSettlementsResponse },
      ({ account, id, query: { today = accountDay() } }) =>
        readPayeeOpenSettlements(database, account, { table, id }, today),
    )
  }
}
