/** Receivables: what brokers owe, as of any day (SPEC C200–C206). */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  accountQuery,
  accountStatementSchema,
  toAccountPeriod,
} from '#core/receivables/account-statement.ts'
import { agingQuery, agingSchema, openInvoiceSchema } from '#core/receivables/aging.ts'
import { bridgeQuery, bridgeSchema } from '#core/receivables/bridge.ts'
import { brokerAccountSchema, creditSchema } from '#core/receivables/broker-account.ts'
import { invoiceAccountSchema } from '#core/receivables/invoice-account.ts'
import type { Database } from '#server/database/open.ts'
import { routesOf } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { attachment } from '#server/streaming/attachment.ts'
import { serverDay } from '#server/today.ts'
import { readAccountStatement } from './account-statement.ts'
import { readAging, readBridge } from './aging.ts'
import { buildAgingFile } from './aging-file.ts'
import { readBrokerAccount, readCredit } from './broker-account.ts'
import { contactRoutes, disputeRoutes } from './dispute-routes.ts'
import { readInvoiceAccount } from './invoice-account.ts'
import { readOpenInvoices } from './open-invoices.ts'
import { paperRoutes } from './papers/routes.ts'
import { reminderRoutes } from './reminders/routes.ts'

const path = '/api/receivables'
const access = 'invoices'
const brokerQuery = agingQuery.extend({
  brokerId: optionalId('Choose a broker').describe('Only of this broker'),
})
const creditQuery = z.object({
  load: optionalId('Choose a load').describe('Leaves this load out'),
})

export function receivableRoutes(app: FastifyInstance, { database, print }: Services): void {
  agingRoutes(app, database)
  accountRoutes(app, database)
  disputeRoutes(app, database)
  contactRoutes(app, database)
  reminderRoutes(app, database)
  paperRoutes(app, database, print)
}

function agingRoutes(app: FastifyInstance, database: Database): void {
  const { get } = routesOf(app, 'Receivables')

  get(
    `${path}/aging`,
    { access, query: agingQuery, answer: agingSchema },
    ({ account, query: { asOf, basis } }) => readAging(database, account, asOf, basis),
  )

  get(
    `${path}/aging.csv`,
    {
      access: ['invoices', 'export'],
      query: agingQuery,
      config: { audited: { action: 'exported', subject: 'aging' } },
    },
    async ({ account, query: { asOf, basis }, reply }) => {
      const aging = await readAging(database, account, asOf, basis)
      return reply.headers(attachment(`aging-${asOf}`, 'csv')).send(buildAgingFile(aging))
    },
  )

  get(
    `${path}/invoices`,
    {
      access,
      query: brokerQuery,
      answer: z.array(openInvoiceSchema),
      description: 'The invoices that were open on the day, oldest first.',
    },
    ({ account, query: { asOf, basis, brokerId } }) =>
      readOpenInvoices(database, account, asOf, basis, brokerId),
  )

  get(
    `${path}/bridge`,
    { access, query: bridgeQuery, answer: bridgeSchema },
    ({ account, query }) => readBridge(database, account, query),
  )
}

/** What a broker owes: its account, its statement, its credit (SPEC C202, C203, C206). */
function accountRoutes(app: FastifyInstance, database: Database): void {
  const { get } = routesOf(app, 'Receivables')

  get('/api/brokers/:id/account', { access, answer: brokerAccountSchema }, ({ account, id }) =>
    readBrokerAccount(database, account, id, serverDay()),
  )

  get(
    '/api/brokers/:id/account-statement',
    { access, query: accountQuery, answer: accountStatementSchema },
    ({ account, id, query }) =>
      readAccountStatement(database, account, id, toAccountPeriod(query, serverDay())),
  )

  get(
    '/api/brokers/:id/credit',
    { access, query: creditQuery, answer: creditSchema },
    ({ account, id, query }) => readCredit(database, account, id, { exceptLoad: query.load }),
  )

  get('/api/invoices/:id/account', { access, answer: invoiceAccountSchema }, ({ account, id }) =>
    readInvoiceAccount(database, account, id),
  )
}

function optionalId(message: string) {
  return z.coerce
    .number(message)
    .int(message)
    .positive(message)
    .max(Number.MAX_SAFE_INTEGER, message)
    .optional()
}
