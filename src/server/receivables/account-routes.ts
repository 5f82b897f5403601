/** What a broker owes: its account, its statement, its credit (SPEC C202, C203, C206). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  accountQuery,
  accountStatementSchema,
  toAccountPeriod,
} from '#core/receivables/account-statement.ts'
import { brokerAccountSchema, creditSchema } from '#core/receivables/broker-account.ts'
import { invoiceAccountSchema } from '#core/receivables/invoice-account.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readId } from '#server/requests.ts'
import { serverDay } from '#server/today.ts'
import { readAccountStatement } from './account-statement.ts'
import { readBrokerAccount, readCredit } from './broker-account.ts'
import { readInvoiceAccount } from './invoice-account.ts'

const tags = ['Receivables']
const creditQuery = z.object({
  load: z.coerce
    .number('Choose a load')
    .int('Choose a load')
    .positive('Choose a load')
    .max(Number.MAX_SAFE_INTEGER, 'Choose a load')
    .optional()
    .describe('Leaves this load out'),
})

export function brokerAccountRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get(
    '/api/brokers/:id/account',
    {
      schema: { tags, response: { 200: brokerAccountSchema } },
      config: { access: 'invoices' },
    },
    (request) => readBrokerAccount(database, requireAccount(request), readId(request), serverDay()),
  )

  api.get(
    '/api/brokers/:id/account-statement',
    {
      schema: { tags, querystring: accountQuery, response: { 200: accountStatementSchema } },
      config: { access: 'invoices' },
    },
    (request) =>
      readAccountStatement(
        database,
        requireAccount(request),
        readId(request),
        toAccountPeriod(request.query, serverDay()),
      ),
  )

  api.get(
    '/api/brokers/:id/credit',
    {
      schema: { tags, querystring: creditQuery, response: { 200: creditSchema } },
      config: { access: 'invoices' },
    },
    (request) =>
      readCredit(database, requireAccount(request), readId(request), {
        exceptLoad: request.query.load,
      }),
  )

  api.get(
    '/api/invoices/:id/account',
    {
      schema: { tags, response: { 200: invoiceAccountSchema } },
      config: { access: 'invoices' },
    },
    (request) => readInvoiceAccount(database, requireAccount(request), readId(request)),
  )
}
