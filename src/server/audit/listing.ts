/** The audit log as a list and as a CSV file (SPEC S31). */
import { auditLog } from '#core/audit/audit.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import type { ColumnKind } from '#core/lists/columns.ts'
import type { ExportedListing } from '#server/streaming/csv-text.ts'

export const auditColumns = new Map<string, ColumnKind>([
  ['id', 'number'],
  ['createdAt', 'time'],
  ['personId', 'text'],
  ['action', 'text'],
  ['subject', 'text'],
  ['subjectId', 'number'],
  ['label', 'text'],
  ['after', 'text'],
  ['via', 'text'],
])

/** With the names of the people. */
export const listedAuditLog = { ...auditLog, people: ['personId'] }

const columns = csvColumns(auditLog.fields).map((column) =>
  column.name === 'personId' ? ({ ...column, control: 'reference' } as const) : column,
)

export const exportedAuditLog: ExportedListing = {
  name: 'audit',
  file: 'audit-log',
  title: auditLog.title,
  access: 'audit',
  listed: listedAuditLog,
  columns,
  kinds: auditColumns,
}
