/** The audit log as a list and as a CSV file (SPEC S31). */
import { auditLog } from '#core/audit/audit.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import type { ColumnKind } from '#core/lists/columns.ts'
import type { ExportedListing } from '#server/streaming/csv-text.ts'

export const auditColumns = new Map<string, ColumnKind>([
  ['id', 'number'],
  ['createdAt', 'time'],
  ['action', 'text'],
  ['subject', 'text'],
  ['subjectId', 'number'],
  ['label', 'text'],
  ['after', 'text'],
  ['via', 'text'],
])

export const exportedAuditLog: ExportedListing = {
  name: 'audit',
  file: 'audit-log',
  title: auditLog.title,
  access: 'audit',
  listed: auditLog,
  columns: csvColumns(auditLog.fields),
  kinds: auditColumns,
}
