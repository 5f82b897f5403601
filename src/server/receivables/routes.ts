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
import { contactSchema, sentContactSchema } from '#core/receivables/contacts.ts'
import {
  closedDisputeSchema,
  disputeSchema,
  sentDisputeSchema,
} from '#core/receivables/disputes.ts'
import { invoiceAccountSchema } from '#core/receivables/invoice-account.ts'
import type { Database } from '#server/database/open.ts'
import { paperRoutes } from '#server/receivables/papers/routes.ts'
import { reminderRoutes } from '#server/receivables/reminders/routes.ts'
import { routesOf } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { addReport } from '#server/streaming/report-routes.ts'
import { accountDay } from '#server/today.ts'
import { readAccountStatement, readBroker } from './account-statement.ts'
import { buildAgingReport } from './aging-report.ts'
import { readAging, readBridge } from './aging.ts'
import { readBrokerAccount, readCredit } from './broker-account.ts'
import {
  addBrokerContact,
  addInvoiceContact,
  changeContact,
  deleteContact,
  readContacts,
} from './contacts.ts'
import { addDispute, changeDispute, closeDispute, readDisputes } from './disputes.ts'
import { readInvoiceAccount } from './invoice-account.ts'
import { readOpenInvoices } from './open-invoices.ts'

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

  addReport(
    app,
    {
      tag: 'Receivables',
      path: `${path}/aging`,
      access: ['invoices', 'export'],
      query: agingQuery,
      subject: 'aging',
    },
    async ({ account, query: { asOf, basis } }) =>
      buildAgingReport(await readAging(database, account, asOf, basis)),
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
    readBrokerAccount(database, account, id, accountDay()),
  )

  get(
    '/api/brokers/:id/account-statement',
    { access, query: accountQuery, answer: accountStatementSchema },
    ({ account, id, query }) =>
      readAccountStatement(database, account, id, toAccountPeriod(query, accountDay())),
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

// Disputes and the contact log (SPEC C204, C205).

function disputeRoutes(app: FastifyInstance, database: Database): void {
  const { get, post, put } = routesOf(app, 'Disputes')

  get(
    '/api/brokers/:id/disputes',
    { access: 'invoices', answer: z.array(disputeSchema) },
    async ({ account, id: brokerId }) => {
      await readBroker(database, account, brokerId)
      return readDisputes(database, account, { brokerId })
    },
  )

  post(
    '/api/invoices/:id/disputes',
    { access: 'billing', body: sentDisputeSchema, answer: disputeSchema, status: 201 },
    ({ account, id, body, repeatable }) => addDispute(database, account, id, body, repeatable),
  )

  put(
    '/api/disputes/:id',
    { access: 'billing', body: sentDisputeSchema, answer: disputeSchema },
    ({ account, id, body, version }) => changeDispute(database, account, id, body, version),
  )

  post(
    '/api/disputes/:id/close',
    { access: 'billing', body: closedDisputeSchema, answer: disputeSchema },
    ({ account, id, body, version }) => closeDispute(database, account, id, body, version),
  )
}

function contactRoutes(app: FastifyInstance, database: Database): void {
  const { get, post, put, remove } = routesOf(app, 'Contacts')
  const changed = { access: 'billing', body: sentContactSchema, answer: contactSchema } as const

  get(
    '/api/brokers/:id/contacts',
    { access: 'invoices', answer: z.array(contactSchema) },
    async ({ account, id: brokerId }) => {
      await readBroker(database, account, brokerId)
      return readContacts(database, account, { brokerId })
    },
  )

  post(
    '/api/brokers/:id/contacts',
    { ...changed, status: 201 },
    ({ member, id, body, repeatable }) => addBrokerContact(database, member, id, body, repeatable),
  )

  post(
    '/api/invoices/:id/contacts',
    { ...changed, status: 201 },
    ({ member, id, body, repeatable }) => addInvoiceContact(database, member, id, body, repeatable),
  )

  put('/api/contacts/:id', changed, ({ account, id, body, version }) =>
    changeContact(database, account, id, body, version),
  )

  remove('/api/contacts/:id', { access: 'billing' }, ({ account, id }) =>
    deleteContact(database, account, id),
  )
}
