/** Several chosen statements: one PDF of all to print, or a ZIP of single PDFs (SPEC C51). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { statementIdsQuery } from '#core/settlements/statements.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'
import { readCompany } from '#server/settings/company.ts'
import { readSettlementsByNumber } from '#server/settlements/settlement/read-settlements.ts'
import { attachment, inlinePdf } from '#server/streaming/attachment.ts'
import { streamSnapshot } from '#server/streaming/snapshot.ts'
import { createZip } from '#server/streaming/zip.ts'
import { makeStatements } from './file.ts'
import type { PrintFor } from './printer/queue.ts'
import { printSettlements } from './run-zip.ts'

const tags = ['Settlements']
const config = {
  access: ['settlements', 'export'],
  audited: { action: 'exported', subject: 'statements' },
} as const

export function selectedStatementRoutes(
  app: FastifyInstance,
  database: Database,
  print: PrintFor,
): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const schema = { tags, querystring: statementIdsQuery }

  api.get(
    '/api/statements/print.pdf',
    { exposeHeadRoute: false, schema, config },
    async (request, reply) => {
      const userId = requireAccount(request)
      const company = await readCompany(database, userId)
      const pdf = await streamSnapshot(database, userId, async function* (work) {
        const settlements = await readSettlementsByNumber(work, userId, request.query.ids)
        if (settlements.length === 0) throw notFound()
        yield await makeStatements(print, work, userId, settlements, company)
      })
      return reply.headers(inlinePdf('statements.pdf')).send(pdf)
    },
  )

  api.get(
    '/api/statements/files.zip',
    { exposeHeadRoute: false, schema, config },
    async (request, reply) => {
      const userId = requireAccount(request)
      const company = await readCompany(database, userId)
      const zip = await streamSnapshot(database, userId, (work) =>
        createZip(
          printSettlements(print, work, userId, company, () =>
            readSettlementsByNumber(work, userId, request.query.ids),
          ),
        ),
      )
      return reply.headers(attachment('statements', 'zip')).send(zip)
    },
  )
}
