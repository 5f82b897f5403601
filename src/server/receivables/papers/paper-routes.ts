/** Papers about receivables: aging, statement of account, collection packet, request for the broker's record (SPEC C200, C202, C209, C289). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { accountQuery } from '#core/receivables/account-statement.ts'
import { agingQuery } from '#core/receivables/aging.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readAging } from '#server/receivables/aging.ts'
import { readId } from '#server/requests.ts'
import type { PrintFor } from '#server/statements/printer/queue.ts'
import { attachment, inlinePdf } from '#server/streaming/attachment.ts'
import { streamSnapshot } from '#server/streaming/snapshot.ts'
import { createZip } from '#server/streaming/zip.ts'
import { serverDay } from '#server/today.ts'
import { printAccount } from './account-mail.ts'
import { readAccount } from './account-mail-routes.ts'
import { buildAgingPaper } from './aging-paper.ts'
import { printBrokerRecordLetter } from './broker-record.ts'
import { collectPapers } from './collection.ts'
import { readHead } from './head.ts'

const tags = ['Receivables']

export function receivablePaperRoutes(
  app: FastifyInstance,
  database: Database,
  print: PrintFor,
): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get(
    '/api/receivables/aging.pdf',
    {
      schema: { tags, querystring: agingQuery },
      config: {
        access: ['invoices', 'export'],
        audited: { action: 'exported', subject: 'aging' },
      },
    },
    async (request, reply) => {
      const userId = requireAccount(request)
      const { asOf, basis } = request.query
      const aging = await readAging(database, userId, asOf, basis)
      const pdf = await print(userId, buildAgingPaper(aging, await readHead(database, userId)))
      return reply.headers(inlinePdf(`receivables-${asOf}.pdf`)).send(Buffer.from(pdf))
    },
  )

  api.get(
    '/api/brokers/:id/account-statement.pdf',
    {
      schema: { tags, querystring: accountQuery },
      config: {
        access: ['invoices', 'export'],
        audited: { action: 'exported', subject: 'statement_of_account' },
      },
    },
    async (request, reply) => {
      const account = readAccount(request, request.query)
      const { pdf, name } = await printAccount(print, database, account)
      return reply.headers(inlinePdf(name)).send(Buffer.from(pdf))
    },
  )

  api.get(
    '/api/invoices/:id/record-request.pdf',
    {
      schema: {
        tags,
        description: 'A letter that asks the broker for its record (49 CFR 371.3(c)).',
      },
      config: {
        access: ['invoices', 'export'],
        audited: { action: 'exported', subject: 'record_request' },
      },
    },
    async (request, reply) => {
      const letter = {
        userId: requireAccount(request),
        invoiceId: readId(request),
        day: serverDay(),
      }
      const { pdf, name } = await printBrokerRecordLetter(print, database, letter)
      return reply.headers(inlinePdf(name)).send(Buffer.from(pdf))
    },
  )

  api.get(
    '/api/invoices/:id/collection.zip',
    {
      exposeHeadRoute: false,
      schema: { tags },
      config: {
        access: ['invoices', 'export'],
        audited: { action: 'exported', subject: 'collection_packet' },
      },
    },
    async (request, reply) => {
      const [userId, id] = [requireAccount(request), readId(request)]
      const zip = await streamSnapshot(database, userId, (work) =>
        createZip(collectPapers(print, work, userId, id, serverDay())),
      )
      return reply.headers(attachment(`collection-${id}`, 'zip')).send(zip)
    },
  )
}
