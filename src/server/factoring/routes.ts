/** Factors with their release letters (SPEC C290), who each broker pays (C210, C211, C216), and what factors report (C213). */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { factorBrokerSchema, newFactorSchema } from '#core/factoring/factors.ts'
import { newDepositSchema, voidFactoringSchema } from '#core/factoring/requests.ts'
import {
  depositResponse,
  factorAccount,
  factoredInvoices,
  factorResponse,
  invoiceFactoring,
  readyInvoices,
} from '#core/factoring/responses.ts'
import { scheduleFileSchema } from '#core/factoring/schedule-file.ts'
import { day } from '#core/fields/fields.ts'
import type { Database, Work } from '#server/database/open.ts'
import { keptDocumentRoutes } from '#server/documents/kept/kept-routes.ts'
import { badField, notFound } from '#server/errors.ts'
import { addDays, type Period } from '#core/calendar.ts'
import { accountDay } from '#server/today.ts'
import { routesOf } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { inlinePdf } from '#server/streaming/attachment.ts'
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
import { postDeposit, voidDeposit } from './reports/deposits.ts'
import { readDeposit, readFactorAccount } from './reports/read-deposits.ts'
import { readFactoredInvoices, readReadyInvoices } from './read-schedules.ts'
import { readChoiceOfBroker, saveBrokerChoice } from './broker-choice.ts'
import { schedulePacketRoutes } from './packets/routes.ts'
import { scheduleRoutes } from './schedule-routes.ts'

const TAG = 'Factoring'
const path = '/api/factors'
const factor = `${path}/:id`
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

export async function factoringRoutes(
  app: FastifyInstance,
  { database, documents, packets, print }: Services,
): Promise<void> {
  const { get, post, put, remove } = routesOf(app, TAG)
  const reads = 'invoices'
  const changes = 'billing'

  get(path, { access: reads, answer: list }, async ({ account }) => ({
    factors: await readFactors(database, account),
  }))

  get(factor, { access: reads, answer: factorResponse }, ({ account, id }) =>
    readFactor(database, account, id),
  )

  post(
    path,
    { access: changes, body: newFactorSchema, answer: factorResponse, status: 201 },
    ({ account, body, repeatable }) => createFactor(database, account, body, repeatable),
  )

  put(
    factor,
    { access: changes, body: newFactorSchema, answer: factorResponse },
    ({ account, id, body, version }) => changeFactor(database, account, id, body, version),
  )

  put(
    `${factor}/file`,
    { access: changes, body: scheduleFileSchema, answer: factorResponse },
    ({ account, id, body }) => saveScheduleFile(database, account, id, body),
  )

  remove(factor, { access: changes }, ({ account, id }) => deleteFactor(database, account, id))

  get(`${factor}/ready`, { access: reads, answer: readyInvoices }, ({ account, id }) =>
    readReadyInvoices(database, account, id),
  )

  get(`${factor}/invoices`, { access: reads, answer: factoredInvoices }, ({ account, id }) =>
    readFactoredInvoices(database, account, id),
  )

  get(
    `${factor}/account`,
    { access: reads, query: days, answer: factorAccount },
    ({ account, id, query }) => readFactorAccount(database, account, id, readPeriod(query)),
  )

  get(
    `${factor}/account.pdf`,
    {
      access: ['invoices', 'export'],
      query: days,
      config: { audited: { action: 'exported', subject: 'factors' } },
    },
    async ({ account, id, query, reply }) => {
      const period = readPeriod(query)
      const { name, pdf } = await printFactorAccount(print, database, account, id, period)
      return reply.headers(inlinePdf(name)).send(Buffer.from(pdf))
    },
  )

  get('/api/brokers/:id/factor', { access: reads, answer: choice }, ({ account, id }) =>
    readChoiceOfBroker(database, account, id),
  )

  put(
    '/api/brokers/:id/factor',
    { access: changes, body: factorBrokerSchema, answer: choice },
    ({ account, id, body }) => saveBrokerChoice(database, account, id, body),
  )

  get('/api/invoices/:id/factoring', { access: reads, answer: invoiceFactoring }, (call) =>
    readInvoiceFactoring(database, call.account, call.id),
  )

  scheduleRoutes(app, database, print)
  schedulePacketRoutes(app, { print, maker: packets })
  addDepositRoutes(app, database)
  await keptDocumentRoutes(app, documents, {
    path: `${factor}/documents`,
    tag: TAG,
    place: 'factorId',
    reads,
    changes,
    requireRecord: requireFactor,
  })
}

/** What factors report. */
function addDepositRoutes(app: FastifyInstance, database: Database): void {
  const { get, post } = routesOf(app, TAG)
  const deposit = '/api/factor-deposits/:id'

  post(
    `${factor}/deposits`,
    { access: 'billing', body: newDepositSchema, answer: depositResponse, status: 201 },
    async ({ account, id, body, repeatable }) => {
      const made = await postDeposit(database, account, id, body, repeatable)
      return readDeposit(database, account, made)
    },
  )

  get(deposit, { access: 'invoices', answer: depositResponse }, ({ account, id }) =>
    readDeposit(database, account, id),
  )

  post(
    `${deposit}/void`,
    { access: 'billing', body: voidFactoringSchema, answer: depositResponse },
    async ({ account, id, body }) => {
      await voidDeposit(database, account, id, body)
      return readDeposit(database, account, id)
    },
  )
}

async function requireFactor(work: Database | Work, userId: string, id: number): Promise<void> {
  const found = await work
    .selectFrom('factors')
    .select('id')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  if (!found) throw notFound()
}

/** Throws 400 if the days are in the wrong order. */
function readPeriod(query: z.output<typeof days>): Period {
  const { from = addDays(accountDay(), -SHOWN_DAYS), to = accountDay() } = query
  if (from > to) throw badField('to', 'To must not be before From')
  return { from, to }
}
