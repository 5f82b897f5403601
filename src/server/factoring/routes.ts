/** Factors, and who each broker pays (SPEC C210, C211, C216). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { factorBrokerSchema, newFactorSchema } from '#core/factoring/factors.ts'
import {
  factorAccount,
  factoredInvoices,
  factorResponse,
  invoiceFactoring,
  readyInvoices,
} from '#core/factoring/responses.ts'
import { scheduleFileSchema } from '#core/factoring/schedule-file.ts'
import { day } from '#core/fields/fields.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { badField } from '#server/errors.ts'
import { addDays, type Period } from '#core/calendar.ts'
import { serverDay } from '#server/today.ts'
import { readId, readIdempotency, readVersion } from '#server/requests.ts'
import { inlinePdf } from '#server/streaming/attachment.ts'
import { depositRoutes } from './reports/deposit-routes.ts'
import {
  changeFactor,
  createFactor,
  deleteFactor,
  readFactor,
  readFactors,
  saveScheduleFile,
} from './factor-store.ts'
import { readInvoiceFactoring } from './invoice-factoring.ts'
import { printFactorAccount } from './print-account.ts'
import { readFactorAccount } from './reports/read-deposits.ts'
import { readFactoredInvoices, readReadyInvoices } from './read-schedules.ts'
import { readChoiceOfBroker, saveBrokerChoice } from './broker-choice.ts'
import { schedulePacketRoutes } from './packets/routes.ts'
import type { ScheduleMaker } from './packets/schedule-papers.ts'
import { scheduleRoutes } from './schedule-routes.ts'

const tags = ['Factoring']
const path = '/api/factors'
const list = z.object({ factors: z.array(factorResponse) })
const choice = z.object({
  choice: z.enum(['default', 'direct', 'factor']),
  factorId: z.int().nullable(),
  approvedLimit: z.string().nullable().describe('Dollars with two decimals'),
})
/** The default period of a factor's account. */
const SHOWN_DAYS = 90
const days = z.object({
  from: day('From').schema.optional().describe('Default: 90 days ago'),
  to: day('To').schema.optional().describe('Default: today'),
})

export function factoringRoutes(
  app: FastifyInstance,
  database: Database,
  scheduleMaker: ScheduleMaker,
): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const reads = { access: 'invoices' } as const
  const changes = { access: 'billing' } as const
  const one = { tags, response: { 200: factorResponse } }

  api.get(path, { schema: { tags, response: { 200: list } }, config: reads }, async (request) => ({
    factors: await readFactors(database, requireAccount(request)),
  }))

  api.get(`${path}/:id`, { schema: one, config: reads }, async (request, reply) => {
    const factor = await readFactor(database, requireAccount(request), readId(request))
    return reply.header('etag', `"${factor.version}"`).send(factor)
  })

  api.post(
    path,
    {
      schema: { tags, body: newFactorSchema, response: { 201: factorResponse } },
      config: changes,
    },
    async (request, reply) => {
      const userId = requireAccount(request)
      const made = await createFactor(database, userId, request.body, readIdempotency(request))
      return reply.code(201).send(made)
    },
  )

  api.put(
    `${path}/:id`,
    { schema: { ...one, body: newFactorSchema }, config: changes },
    (request) => {
      const version = readVersion(request)
      return changeFactor(database, requireAccount(request), readId(request), request.body, version)
    },
  )

  api.put(
    `${path}/:id/file`,
    { schema: { ...one, body: scheduleFileSchema }, config: changes },
    (request) => saveScheduleFile(database, requireAccount(request), readId(request), request.body),
  )

  api.delete(
    `${path}/:id`,
    { schema: { tags, response: { 204: z.undefined() } }, config: changes },
    async (request, reply) => {
      await deleteFactor(database, requireAccount(request), readId(request))
      return reply.code(204).send()
    },
  )

  api.get(
    `${path}/:id/ready`,
    { schema: { tags, response: { 200: readyInvoices } }, config: reads },
    (request) => readReadyInvoices(database, requireAccount(request), readId(request)),
  )

  api.get(
    `${path}/:id/invoices`,
    { schema: { tags, response: { 200: factoredInvoices } }, config: reads },
    (request) => readFactoredInvoices(database, requireAccount(request), readId(request)),
  )

  api.get(
    `${path}/:id/account`,
    { schema: { tags, querystring: days, response: { 200: factorAccount } }, config: reads },
    (request) =>
      readFactorAccount(
        database,
        requireAccount(request),
        readId(request),
        readPeriod(request.query),
      ),
  )

  api.get(
    `${path}/:id/account.pdf`,
    {
      schema: { tags, querystring: days },
      config: {
        access: ['invoices', 'export'],
        audited: { action: 'exported', subject: 'factors' },
      },
    },
    async (request, reply) => {
      const [userId, id] = [requireAccount(request), readId(request)]
      const period = readPeriod(request.query)
      const { name, pdf } = await printFactorAccount(
        scheduleMaker.print,
        database,
        userId,
        id,
        period,
      )
      return reply.headers(inlinePdf(name)).send(Buffer.from(pdf))
    },
  )

  api.get(
    '/api/brokers/:id/factor',
    { schema: { tags, response: { 200: choice } }, config: reads },
    (request) => readChoiceOfBroker(database, requireAccount(request), readId(request)),
  )

  api.put(
    '/api/brokers/:id/factor',
    { schema: { tags, body: factorBrokerSchema, response: { 200: choice } }, config: changes },
    (request) => saveBrokerChoice(database, requireAccount(request), readId(request), request.body),
  )

  api.get(
    '/api/invoices/:id/factoring',
    { schema: { tags, response: { 200: invoiceFactoring } }, config: reads },
    (request) => readInvoiceFactoring(database, requireAccount(request), readId(request)),
  )

  scheduleRoutes(app, database, scheduleMaker.print)
  schedulePacketRoutes(app, scheduleMaker)
  depositRoutes(app, database)
}

/** Throws 400 if the days are in the wrong order. */
function readPeriod(query: z.output<typeof days>): Period {
  const { from = addDays(serverDay(), -SHOWN_DAYS), to = serverDay() } = query
  if (from > to) throw badField('to', 'To must not be before From')
  return { from, to }
}
