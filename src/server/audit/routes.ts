/** The audit log as a list (SPEC S31). */
import type { FastifyInstance } from 'fastify'
import { auditLog } from '#core/audit/audit.ts'
import type { Database } from '#server/database/open.ts'
import { listRoutes } from '#server/lists/routes.ts'
import { auditColumns, listedAuditLog, seeAuditLog } from './seen-log.ts'

export function auditRoutes(app: FastifyInstance, database: Database): void {
  listRoutes(app, database, {
    path: '/api/audit',
    tags: [auditLog.title],
    access: 'audit',
    listed: listedAuditLog,
    kinds: auditColumns,
    see: seeAuditLog,
  })
}
