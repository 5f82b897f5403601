/** All statements that count in a payee's year as one ZIP (SPEC C9). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readCompany } from '#server/settings/company.ts'
import { readSettlementsByNumber } from '#server/settlements/settlement/read-settlements.ts'
import { payeeYearQuery } from '#server/settlements/year/queries.ts'
import { readYear } from '#server/settlements/year/read-year.ts'
import { attachment } from '#server/streaming/attachment.ts'
import { streamSnapshot } from '#server/streaming/snapshot.ts'
import { createZip } from '#server/streaming/zip.ts'
import type { PrintFor } from './printer/queue.ts'
import { printSettlements } from './run-zip.ts'

/** Sends an empty ZIP if the payee has no statement that counts in the year. */
export function yearZipRoute(app: FastifyInstance, database: Database, print: PrintFor): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/settlements/year/statements.zip',
    {
      exposeHeadRoute: false,
      schema: { tags: ['Year-End'], querystring: payeeYearQuery },
      config: {
        access: ['settlements', 'export'],
        audited: { action: 'exported', subject: 'statements' },
      },
    },
    async (request, reply) => {
      const userId = requireAccount(request)
      const { year, payee, name: printed } = request.query
      const found = await readYear(database, userId, year, payee)
      const entries = found
        .filter((one) => printed === undefined || one.payee === printed)
        .flatMap((one) => one.entries)
      const ids = [...new Set(entries.flatMap(({ billingId }) => billingId ?? []))]
      const company = await readCompany(database, userId)
      const zip = await streamSnapshot(database, userId, (work) =>
        createZip(
          printSettlements(print, work, userId, company, () =>
            readSettlementsByNumber(work, userId, ids),
          ),
        ),
      )
      const name = `statements-${year}-${payee.replace(':', '-')}`
      return reply.headers(attachment(name, 'zip')).send(zip)
    },
  )
}
