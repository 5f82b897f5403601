/** Undo and restore from an entry of the audit log, for 30 days (SPEC C43, C46). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { settledQuery } from '#core/settlements/adjustments/settled-change.ts'
import { restorable, restoreValueRequest } from '#core/undo/undo.ts'
import { requireMember } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readId, readSettled } from '#server/requests.ts'
import { findRestorable, restoreValue } from './audit-entry.ts'

const tags = ['Audit Log']

export function addAuditUndoRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get(
    '/api/audit/:id/undo',
    { schema: { tags, response: { 200: restorable } }, config: { access: 'audit' } },
    (request) => findRestorable(database, requireMember(request), readId(request)),
  )

  api.post(
    '/api/audit/:id/restore',
    {
      schema: {
        tags,
        querystring: settledQuery,
        body: restoreValueRequest,
        response: { 200: z.object({ version: z.int().describe('New version of the record') }) },
      },
      config: { access: ['audit', 'trash'] },
    },
    (request) =>
      restoreValue(database, requireMember(request), readId(request), {
        name: request.body.field,
        settled: readSettled(request),
      }),
  )
}
