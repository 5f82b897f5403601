/** Records in the audit log every file that leaves an account or comes in (SPEC S31). */
import type { FastifyInstance } from 'fastify'
import type { AuditSubject } from '#core/audit/address.ts'
import { recordEvent } from '#server/database/audit.ts'
import type { Database } from '#server/database/open.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route sends or takes a file: each success is an event of the audit log. */
    audited?: { action: 'exported' | 'imported'; subject: AuditSubject }
  }
}

export function recordFiles(app: FastifyInstance, database: Database): void {
  app.addHook('onResponse', async (request, reply) => {
    const { audited } = request.routeOptions.config
    if (!audited || !request.user) return
    if (request.method === 'HEAD' || reply.statusCode >= 300) return
    await recordEvent(database, request.user.id, audited.action, audited.subject)
  })
}
