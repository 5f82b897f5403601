/** Keeps in the audit log what goes out of an account and comes in as files (SPEC S31). */
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/database/open.ts'
import { recordEvent } from '#server/database/audit.ts'

/** The routes of files; what they hold stands in the path. */
const FILES = [
  { route: /^GET \/api\/(\w+)\/export\.(?:csv|zip)$/, action: 'exported' },
  { route: /^POST \/api\/(\w+)\/import$/, action: 'imported' },
] as const

export function recordTransfers(app: FastifyInstance, database: Database): void {
  app.addHook('onResponse', async (request, reply) => {
    if (!request.user || reply.statusCode >= 300) return
    const called = `${request.method} ${request.routeOptions.url}`
    for (const { route, action } of FILES) {
      const subject = route.exec(called)?.[1]
      if (subject) await recordEvent(database, request.user.id, action, subject)
    }
  })
}
