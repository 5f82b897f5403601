/** Records in the audit log every file that an account exports or imports (SPEC S31). */
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AuditSubject } from '#core/audit/subjects.ts'
import { recordEvent } from '#server/database/audit.ts'
import type { Database } from '#server/database/open.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route sends or receives a file: each success is an event of the audit log. */
    audited?: { action: 'exported' | 'imported'; subject: AuditSubject }
  }
}

/** An export is recorded before its first byte is sent: if that fails, or the client disconnects, no file is unlogged. */
export function recordFiles(app: FastifyInstance, database: Database): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!isFile(request, reply, 'exported')) return
    if (payload instanceof Readable) destroyWithResponse(payload, reply.raw)
    try {
      await recordFile(database, request)
    } catch (error) {
      // A stream that is not sent is never read, and it holds a connection until it is closed.
      if (payload instanceof Readable) payload.destroy()
      throw error
    }
  })
  app.addHook('onResponse', async (request, reply) => {
    if (isFile(request, reply, 'imported')) await recordFile(database, request)
  })
}

/** A client may disconnect before Fastify listens for it: the stream would keep its connection and its slot. */
function destroyWithResponse(stream: Readable, response: ServerResponse): void {
  if (response.destroyed || response.closed) stream.destroy()
  else response.once('close', () => stream.destroy())
}

function isFile(request: FastifyRequest, reply: FastifyReply, action: string): boolean {
  const { audited } = request.routeOptions.config
  return audited?.action === action && request.method !== 'HEAD' && reply.statusCode < 300
}

async function recordFile(database: Database, request: FastifyRequest): Promise<void> {
  const { audited } = request.routeOptions.config
  const { member } = request
  if (audited && member)
    await recordEvent(database, member.accountId, audited.action, audited.subject, member.personId)
}
