/** The audit log as a list (SPEC S31). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { auditLog } from '#core/audit.ts'
import { csvColumnsOf } from '#core/csv.ts'
import { accountOf } from '#server/accounts/gate.ts'
import type { Database } from '#server/database/open.ts'
import { answerList, countSchema } from '#server/lists/list-answer.ts'
import { listQuerySchema, readListQuery, type ColumnKind } from '#server/lists/list-query.ts'
import { countOf } from '#server/lists/list-reads.ts'

const kinds = new Map<string, ColumnKind>([
  ['id', 'number'],
  ['createdAt', 'time'],
  ['action', 'text'],
  ['subject', 'text'],
  ['subjectId', 'number'],
  ['label', 'text'],
  ['after', 'text'],
  ['via', 'text'],
])

/** For its file. */
export const exportedAudit = {
  name: auditLog.name,
  file: 'audit-log',
  title: auditLog.title,
  listed: auditLog,
  columns: csvColumnsOf(auditLog.fields),
  kinds,
}

export function auditRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const tags = [auditLog.title]

  api.get(
    '/api/audit',
    { schema: { tags, querystring: listQuerySchema } },
    async (request, reply) => {
      const [userId, query] = [accountOf(request), readListQuery(kinds, request.query)]
      return answerList(reply, database, auditLog, userId, query)
    },
  )

  api.get('/api/audit/count', { schema: countSchema(tags) }, async (request) => {
    const query = readListQuery(kinds, request.query)
    return { count: await countOf(database, auditLog, accountOf(request), query) }
  })
}
