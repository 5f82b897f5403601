/** What brokers owe as of any day (SPEC C200, C201). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { agingQuery, agingSchema, openInvoiceSchema } from '#core/receivables/aging.ts'
import { bridgeQuery, bridgeSchema } from '#core/receivables/bridge.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { attachment } from '#server/streaming/attachment.ts'
import { readAging, readBridge } from './aging.ts'
import { buildAgingFile } from './aging-file.ts'
import { readOpenInvoices } from './open-invoices.ts'

const tags = ['Receivables']
const path = '/api/receivables'
const brokerQuery = agingQuery.extend({
  brokerId: z.coerce
    .number('Choose a broker')
    .int('Choose a broker')
    .positive('Choose a broker')
    .max(Number.MAX_SAFE_INTEGER, 'Choose a broker')
    .optional()
    .describe('Only of this broker'),
})

export function agingRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get(
    `${path}/aging`,
    {
      schema: { tags, querystring: agingQuery, response: { 200: agingSchema } },
      config: { access: 'invoices' },
    },
    (request) => {
      const { asOf, basis } = request.query
      return readAging(database, requireAccount(request), asOf, basis)
    },
  )

  api.get(
    `${path}/aging.csv`,
    {
      schema: { tags, querystring: agingQuery },
      config: {
        access: ['invoices', 'export'],
        audited: { action: 'exported', subject: 'aging' },
      },
    },
    async (request, reply) => {
      const { asOf, basis } = request.query
      const aging = await readAging(database, requireAccount(request), asOf, basis)
      return reply.headers(attachment(`aging-${asOf}`, 'csv')).send(buildAgingFile(aging))
    },
  )

  api.get(
    `${path}/invoices`,
    {
      schema: {
        tags,
        description: 'The invoices that were open on the day, oldest first.',
        querystring: brokerQuery,
        response: { 200: z.array(openInvoiceSchema) },
      },
      config: { access: 'invoices' },
    },
    (request) => {
      const { asOf, basis, brokerId } = request.query
      return readOpenInvoices(database, requireAccount(request), asOf, basis, brokerId)
    },
  )

  api.get(
    `${path}/bridge`,
    {
      schema: { tags, querystring: bridgeQuery, response: { 200: bridgeSchema } },
      config: { access: 'invoices' },
    },
    (request) => readBridge(database, requireAccount(request), request.query),
  )
}
