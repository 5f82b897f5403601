/** The payee's own statements of a year as one ZIP (SPEC C78). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Database } from '#server/database/open.ts'
import { readCompany } from '#server/settings/company.ts'
import { readSettlementsByNumber } from '#server/settlements/settlement/read-settlements.ts'
import { readYear } from '#server/settlements/year/read-year.ts'
import type { PrintFor } from '#server/statements/printer/queue.ts'
import { printSettlements } from '#server/statements/run-zip.ts'
import { attachment } from '#server/streaming/attachment.ts'
import { outsideZips } from '#server/streaming/concurrency-limit.ts'
import { endWhenStalled } from '#server/streaming/stalled.ts'
import { streamPieces } from '#server/streaming/stream-pieces.ts'
import { createZip } from '#server/streaming/zip.ts'
import { requirePortalMember } from './portal-member.ts'
import { ownYearZipQuery } from './queries.ts'

/** The statements that count in the year, as in the office's ZIP. */
export function ownYearZipRoute(app: FastifyInstance, database: Database, print: PrintFor): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/portal/year/statements.zip',
    {
      exposeHeadRoute: false,
      schema: { tags: ['Portal'], querystring: ownYearZipQuery },
      config: { access: 'portal', audited: { action: 'exported', subject: 'statements' } },
    },
    async (request, reply) => {
      const { userId, personId, payee } = requirePortalMember(request)
      const { year, language } = request.query
      const found = await readYear(database, userId, year, payee)
      const entries = found.flatMap((one) => one.entries)
      const ids = [...new Set(entries.flatMap(({ billingId }) => billingId ?? []))]
      const company = await readCompany(database, userId)
      const release = outsideZips.take(userId, personId)
      // The statements are frozen, so they need no database snapshot, which would hold a connection while the client reads.
      const files = printSettlements(
        ...([print, database, userId, company] as const),
        () => readSettlementsByNumber(database, userId, ids),
        language,
      )
      const zip = await streamPieces(createZip(files), release)
      endWhenStalled(reply)
      return reply.headers(attachment(`statements-${year}`, 'zip')).send(zip)
    },
  )
}
