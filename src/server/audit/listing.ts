/** The audit log as a list and as a CSV file (SPEC S31). */
import { auditLog } from '#core/audit/audit.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import type { ExportedListing } from '#server/streaming/csv-text.ts'
import { auditColumns, seeAuditLog } from './seen-log.ts'

export const exportedAuditLog: ExportedListing = {
  name: 'audit',
  file: 'audit-log',
  title: auditLog.title,
  access: 'audit',
  listed: auditLog,
  columns: csvColumns(auditLog.fields),
  kinds: auditColumns,
  see: (member) => ({ ...seeAuditLog(member), columns: csvColumns(auditLog.fields) }),
}
