/** The balances of an account, of a truck and of a settlement, and what changes them outside of settlements (SPEC C5, C20, C21). */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  entriesResponse,
  entryResponse,
  openBalancesResponse,
  quarterInterestResponse,
} from '#core/balances/responses.ts'
import {
  balanceTransferSchema,
  balanceWriteOffSchema,
  handOutSchema,
  placeSchema,
  repaymentSchema,
  undoSchema,
} from '#core/balances/entries.ts'
import { isQuarter, newInterestSchema, QUARTER_MESSAGE } from '#core/balances/interest.ts'
import { paymentResponse } from '#core/payments/responses.ts'
import { refundSchema } from '#core/settlements/balances.ts'
import { balanceResponse, lineResponse } from '#core/settlements/responses.ts'
import type { Database } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'
import { routesOf } from '#server/routes.ts'
import { readDisplayedBalances } from '#server/settlements/lines/displayed.ts'
import { truckExists } from '#server/settlements/settlement/exists.ts'
import { addReport } from '#server/streaming/report-routes.ts'
import { accountDay } from '#server/today.ts'
import { readTruckBalances } from './balances.ts'
import { buildBalancesReport } from './balances-report.ts'
import { postRepayment, postWriteOff, readEntries, undoEntry } from './entries.ts'
import { handOutBalance } from './hand-outs.ts'
import { postInterest, readQuarterInterest } from './interest.ts'
import { listBalances } from './list.ts'
import { addRefund } from './refunds.ts'
import { transferBalance } from './transfer.ts'

const path = '/api/balances'
const listQuery = z.object({
  include: z.enum(['open', 'all']).default('open').describe('open: without balances of $0.00'),
})
const readQuery = listQuery.extend({
  payee: placeSchema.shape.payee.optional().describe('Key of a payee: "owner:12"'),
})
const quarterQuery = z.object({
  quarter: z.string(QUARTER_MESSAGE).refine(isQuarter, QUARTER_MESSAGE),
})
const entered = { access: 'payroll', answer: entryResponse, status: 201 } as const
const shown = { access: 'settlements', answer: z.array(balanceResponse) } as const

export function balanceRoutes(app: FastifyInstance, database: Database): void {
  const { get, post } = routesOf(app, 'Balances')

  get('/api/trucks/:id/balances', shown, async ({ account, id }) => {
    if (!(await truckExists(database, account, id))) throw notFound()
    return readTruckBalances(database, account, id)
  })

  get('/api/billing/:id/balances', shown, ({ account, id }) =>
    readDisplayedBalances(database, account, id),
  )

  post(
    '/api/billing/:id/balances/:rule/refunds',
    { access: 'payroll', body: refundSchema, answer: lineResponse, status: 201 },
    ({ account, id, idOf, body, repeatable }) =>
      addRefund(database, account, id, idOf('rule'), body, repeatable),
  )

  get(
    path,
    { access: 'settlements', query: readQuery, answer: openBalancesResponse },
    ({ account, query: { include, payee } }) => listBalances(database, account, include, payee),
  )

  addReport(
    app,
    {
      tag: 'Balances',
      path,
      access: ['settlements', 'export'],
      query: listQuery,
      subject: 'balances',
    },
    async ({ account, query }) =>
      buildBalancesReport(await listBalances(database, account, query.include)),
  )

  get(
    `${path}/:id/entries`,
    { access: 'settlements', query: placeSchema, answer: entriesResponse },
    ({ account, id, query }) => readEntries(database, account, id, query),
  )

  post(
    `${path}/:id/repayments`,
    { ...entered, body: repaymentSchema },
    ({ account, id, body, repeatable }) => postRepayment(database, account, id, body, repeatable),
  )

  post(
    `${path}/:id/write-offs`,
    { ...entered, body: balanceWriteOffSchema },
    ({ account, id, body, repeatable }) => postWriteOff(database, account, id, body, repeatable),
  )

  post(
    `${path}/:id/hand-outs`,
    { access: 'payroll', body: handOutSchema, answer: paymentResponse, status: 201 },
    ({ account, id, body, repeatable }) => handOutBalance(database, account, id, body, repeatable),
  )

  post(
    `${path}/:id/transfers`,
    { ...entered, body: balanceTransferSchema },
    ({ account, id, body, repeatable }) => transferBalance(database, account, id, body, repeatable),
  )

  post(
    '/api/balance-entries/:id/undo',
    { ...entered, body: undoSchema },
    ({ account, id, body, repeatable }) =>
      undoEntry(database, account, id, body.reason, repeatable),
  )

  get(
    `${path}/interest`,
    { access: 'settlements', query: quarterQuery, answer: quarterInterestResponse },
    ({ account, query }) => readQuarterInterest(database, account, query.quarter, accountDay()),
  )

  post(
    `${path}/interest`,
    { access: 'payroll', body: newInterestSchema, answer: quarterInterestResponse, status: 201 },
    ({ account, body }) => postInterest(database, account, body, accountDay()),
  )
}
