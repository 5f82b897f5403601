/** The whole account as one ZIP (SPEC B53). */
import type { FastifyInstance } from 'fastify'
import { requireAccount } from '#server/accounts/auth.ts'
import { attachment } from '#server/streaming/attachment.ts'
import type { Database } from '#server/database/open.ts'
import { accountFiles, type OtherFiles } from './account-files.ts'
import type { CsvListing } from './csv-text.ts'
import type { ConcurrencyLimit } from '#server/streaming/concurrency-limit.ts'
import { streamSnapshot } from '#server/streaming/snapshot.ts'
import { createZip } from '#server/streaming/zip.ts'

export function addAccountRoute(
  app: FastifyInstance,
  database: Database,
  slots: ConcurrencyLimit,
  lists: readonly CsvListing[],
  others: OtherFiles,
): void {
  app.get(
    '/api/account/export.zip',
    { exposeHeadRoute: false, schema: { tags: ['Account'] } },
    async (request, reply) => {
      const userId = requireAccount(request)
      const free = slots.take(userId)
      const stream = await streamSnapshot(
        database,
        (work) => createZip(accountFiles(work, userId, lists, others)),
        free,
      )
      return reply.headers(attachment('haulbook', 'zip')).send(stream)
    },
  )
}
