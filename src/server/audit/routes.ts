/** The audit log as a list (SPEC S31). */
import type { FastifyInstance } from 'fastify'
import { auditLog } from '#core/audit/audit.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import type { Database } from '#server/database/open.ts'
import type { ColumnKind } from '#core/lists/columns.ts'
import { listRoutes } from '#server/lists/routes.ts'

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
  columns: csvColumns(auditLog.fields),
  kinds,
}

export function auditRoutes(app: FastifyInstance, database: Database): void {
  listRoutes(app, database, { path: '/api/audit', tags: [auditLog.title], listed: auditLog, kinds })
}
