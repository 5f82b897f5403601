/** All statements of a settlement run as one ZIP (SPEC C8). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { weekOf } from '#core/calendar.ts'
import type { Language } from '#core/languages.ts'
import type { Company, UnsavedCompany } from '#core/settings/company.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database, Work } from '#server/database/open.ts'
import { readCompany, readFirstWeekday } from '#server/settings/company.ts'
import { weekQuery } from '#server/settlements/run/queries.ts'
import { readRunSettlements } from '#server/settlements/settlement/read-settlements.ts'
import { attachment } from '#server/streaming/attachment.ts'
import { streamSnapshot } from '#server/streaming/snapshot.ts'
import { createZip, type ArchivedFile } from '#server/streaming/zip.ts'
import { makeStatement } from './file.ts'
import type { PrintFor } from './printer/queue.ts'

export function runZipRoute(app: FastifyInstance, database: Database, print: PrintFor): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/settlements/run/statements.zip',
    {
      exposeHeadRoute: false,
      schema: { tags: ['Settlement Run'], querystring: weekQuery },
      config: {
        access: ['settlements', 'export'],
        audited: { action: 'exported', subject: 'statements' },
      },
    },
    async (request, reply) => {
      const userId = requireAccount(request)
      const period = weekOf(request.query.week, await readFirstWeekday(database, userId))
      const company = await readCompany(database, userId)
      const zip = await streamSnapshot(database, userId, (work) =>
        createZip(
          printSettlements(print, work, userId, company, () =>
            readRunSettlements(work, userId, period),
          ),
        ),
      )
      return reply.headers(attachment(`statements-${period.from}`, 'zip')).send(zip)
    },
  )
}

/** File names begin with the statement's number, or with "draft" and the settlement's id. */
export async function* printSettlements(
  print: PrintFor,
  work: Database | Work,
  userId: string,
  company: Company | UnsavedCompany,
  read: () => Promise<Settlement[]>,
  language: Language = 'en',
): AsyncGenerator<ArchivedFile> {
  for (const settlement of await read()) {
    const { name, pdf } = await makeStatement(
      ...([print, work, userId, settlement, company, { language }] as const),
    )
    const prefix = settlement.number ?? `draft-${settlement.id}`
    yield { name: `${prefix}-${name}`, content: [pdf] }
  }
}
