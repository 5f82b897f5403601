/** The balances of an account, and what changes them outside of settlements (SPEC C20, C21). */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
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
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readId, readIdempotency } from '#server/requests.ts'
import { attachment } from '#server/streaming/attachment.ts'
import { serverDay } from '#server/today.ts'
import { postRepayment, postWriteOff, readEntries, undoEntry } from './entries.ts'
import { handOutBalance } from './hand-outs.ts'
import { postInterest, readQuarterInterest } from './interest.ts'
import { buildBalancesFile } from './balances-file.ts'
import { listBalances } from './list.ts'
import { transferBalance } from './transfer.ts'

const tags = ['Balances']
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
const created = { 201: entryResponse }

export function balanceEntryRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get(
    path,
    {
      schema: { tags, querystring: readQuery, response: { 200: openBalancesResponse } },
      config: { access: 'settlements' },
    },
    (request) => {
      const { include, payee } = request.query
      return listBalances(database, requireAccount(request), include, payee)
    },
  )

  api.get(
    `${path}.csv`,
    {
      schema: { tags, querystring: listQuery },
      config: {
        access: ['settlements', 'export'],
        audited: { action: 'exported', subject: 'balances' },
      },
    },
    async (request, reply) => {
      const balances = await listBalances(database, requireAccount(request), request.query.include)
      return reply.headers(attachment('balances', 'csv')).send(buildBalancesFile(balances))
    },
  )

  api.get(
    `${path}/:id/entries`,
    {
      schema: { tags, querystring: placeSchema, response: { 200: entriesResponse } },
      config: { access: 'settlements' },
    },
    (request) => readEntries(database, requireAccount(request), readId(request), request.query),
  )

  api.post(
    `${path}/:id/repayments`,
    { schema: { tags, body: repaymentSchema, response: created }, config: { access: 'payroll' } },
    async (request, reply) => {
      const { userId, id, once } = readTarget(request)
      return reply.code(201).send(await postRepayment(database, userId, id, request.body, once))
    },
  )

  api.post(
    `${path}/:id/write-offs`,
    {
      schema: { tags, body: balanceWriteOffSchema, response: created },
      config: { access: 'payroll' },
    },
    async (request, reply) => {
      const { userId, id, once } = readTarget(request)
      return reply.code(201).send(await postWriteOff(database, userId, id, request.body, once))
    },
  )

  api.post(
    `${path}/:id/hand-outs`,
    {
      schema: { tags, body: handOutSchema, response: { 201: paymentResponse } },
      config: { access: 'payroll' },
    },
    async (request, reply) => {
      const { userId, id, once } = readTarget(request)
      return reply.code(201).send(await handOutBalance(database, userId, id, request.body, once))
    },
  )

  api.post(
    `${path}/:id/transfers`,
    {
      schema: { tags, body: balanceTransferSchema, response: created },
      config: { access: 'payroll' },
    },
    async (request, reply) => {
      const { userId, id, once } = readTarget(request)
      return reply.code(201).send(await transferBalance(database, userId, id, request.body, once))
    },
  )

  api.post(
    '/api/balance-entries/:id/undo',
    { schema: { tags, body: undoSchema, response: created }, config: { access: 'payroll' } },
    async (request, reply) => {
      const { reason } = request.body
      const { userId, id, once } = readTarget(request)
      return reply.code(201).send(await undoEntry(database, userId, id, reason, once))
    },
  )

  api.get(
    `${path}/interest`,
    {
      schema: { tags, querystring: quarterQuery, response: { 200: quarterInterestResponse } },
      config: { access: 'settlements' },
    },
    (request) =>
      readQuarterInterest(database, requireAccount(request), request.query.quarter, serverDay()),
  )

  api.post(
    `${path}/interest`,
    {
      schema: { tags, body: newInterestSchema, response: { 201: quarterInterestResponse } },
      config: { access: 'payroll' },
    },
    async (request, reply) => {
      const userId = requireAccount(request)
      return reply.code(201).send(await postInterest(database, userId, request.body, serverDay()))
    },
  )
}

function readTarget(request: FastifyRequest) {
  return { userId: requireAccount(request), id: readId(request), once: readIdempotency(request) }
}
