/** The audit log as a list (SPEC S31). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { TOTAL_COUNT_HEADER } from '#core/api.ts'
import { auditLog } from '#core/audit.ts'
import { csvColumnsOf } from '#core/csv.ts'
import type { AnyRecord } from '#core/entity.ts'
import { accountOf } from '#server/accounts/gate.ts'
import type { Database } from '#server/database/open.ts'
import { listQuerySchema, readListQuery, type ColumnKind } from '#server/lists/list-query.ts'
import { countRecords, matching, ordered, paged, selectRecords } from '#server/lists/list-sql.ts'

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
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(
      '/api/audit',
      { schema: { tags: [auditLog.title], querystring: listQuerySchema } },
      async (request, reply) => {
        const userId = accountOf(request)
        const query = readListQuery(kinds, request.query)
        const conditions = matching(auditLog, query)
        const page = sql<AnyRecord>`${selectRecords(auditLog, userId)}${conditions}${ordered(auditLog, query)}${paged(query)}`
        const count = sql<{ count: number }>`${countRecords(auditLog, userId)}${conditions}`
        const [{ rows }, counted] = await Promise.all([
          page.execute(database),
          count.execute(database),
        ])
        return reply.header(TOTAL_COUNT_HEADER, counted.rows[0]?.count ?? 0).send(rows)
      },
    )
}
