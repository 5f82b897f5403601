/** The whole account as one ZIP (SPEC B53). */
import type { FastifyInstance } from 'fastify'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import type { PrintFor } from '#server/statements/printer/queue.ts'
import { attachment } from '#server/streaming/attachment.ts'
import { streamSnapshot } from '#server/streaming/snapshot.ts'
import { createZip } from '#server/streaming/zip.ts'
import { accountFiles, measureAccount } from './account-files.ts'

export function accountRoute(app: FastifyInstance, database: Database, print: PrintFor): void {
  app.get(
    '/api/account/export.zip',
    {
      exposeHeadRoute: false,
      schema: { tags: ['Account'] },
      config: { access: 'admin', audited: { action: 'exported', subject: 'account' } },
    },
    async (request, reply) => {
      const userId = requireAccount(request)
      const stream = await streamSnapshot(database, userId, async function* (work) {
        const size = await measureAccount(work, userId)
        yield* createZip(accountFiles(print, work, userId), size)
      })
      return reply.headers(attachment('haulbook', 'zip')).send(stream)
    },
  )
}
