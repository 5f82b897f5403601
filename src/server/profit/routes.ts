/** Profit (SPEC C582–C588) and typed costs (SPEC C586). */
import type { FastifyInstance } from 'fastify'
import {
  detailsQuery,
  detailsSchema,
  rateBeforeQuery,
  rateBeforeSchema,
} from '#core/profit/details.ts'
import { profitQuery, profitSchema } from '#core/profit/profit.ts'
import { rowRoutes } from '#server/entities/listed-rows.ts'
import { routesOf } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { addReport } from '#server/streaming/report-routes.ts'
import { checkCost, costList } from './costs.ts'
import { buildProfitReport } from './profit-report.ts'
import { readProfitDetails, readRateBefore } from './read-details.ts'
import { readProfit } from './read-profit.ts'

const path = '/api/profit'
const access = 'settlements'

export function profitRoutes(app: FastifyInstance, { database }: Services): void {
  rowRoutes(app, database, costList, { check: checkCost })

  const { get } = routesOf(app, 'Profit')
  get(path, { access, query: profitQuery, answer: profitSchema }, ({ account, query }) =>
    readProfit(database, account, query),
  )
  get(
    `${path}/details`,
    {
      access,
      query: detailsQuery,
      answer: detailsSchema,
      description: 'The loads and other items behind the figures of a row.',
    },
    ({ account, query }) => readProfitDetails(database, account, query),
  )
  get(
    `${path}/rate-before`,
    {
      access,
      query: rateBeforeQuery,
      answer: rateBeforeSchema,
      description: 'What a mile brought in the 13 weeks before a day.',
    },
    ({ account, query }) => readRateBefore(database, account, query.before),
  )
  addReport(
    app,
    {
      tag: 'Profit',
      path,
      access: ['settlements', 'export'],
      query: profitQuery,
      subject: 'profit',
    },
    async ({ account, query }) => buildProfitReport(await readProfit(database, account, query)),
  )
}
