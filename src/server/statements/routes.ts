/** The printed statement of a settlement (SPEC A7, B31). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { statementLanguageQuery } from '#core/language-schemas.ts'
import { statementPath } from '#core/settlements/settlement.ts'
import { requireMember } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readId } from '#server/requests.ts'
import { readCompany } from '#server/settings/company.ts'
import { openSettlementStore } from '#server/settlements/settlement/store.ts'
import { inlinePdf } from '#server/streaming/attachment.ts'
import { makeStatement } from './file.ts'
import type { PrintFor } from './printer/queue.ts'

const tags = ['Settlements']
const pdfResponse = z.object({ pdfUrl: z.string() })

export function statementRoutes(app: FastifyInstance, database: Database, print: PrintFor): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const store = (userId: string) => openSettlementStore(database, userId)

  api.post(
    '/api/billing/:id/generate-pdf',
    { schema: { tags, response: { 200: pdfResponse } }, config: { access: 'settlements' } },
    async (request) => {
      const { accountId, permissions } = requireMember(request)
      const { get, saveStatementUrl } = store(accountId)
      if (permissions.has('payroll')) return { pdfUrl: await saveStatementUrl(readId(request)) }
      const { id } = await get(readId(request))
      return { pdfUrl: statementPath(id) }
    },
  )

  api.get(
    '/api/billing/:id/statement.pdf',
    { schema: { tags, querystring: statementLanguageQuery }, config: { access: 'settlements' } },
    async (request, reply) => {
      const { accountId: userId, permissions } = requireMember(request)
      const settlement = await store(userId).get(readId(request))
      const company = await readCompany(database, userId)
      const { language } = request.query
      const choice = { language, ...(!permissions.has('secrets') && { taxId: 'hidden' as const }) }
      const { name, pdf } = await makeStatement(
        ...([print, database, userId, settlement, company, choice] as const),
      )
      return reply.headers(inlinePdf(name)).send(Buffer.from(pdf.buffer))
    },
  )
}
