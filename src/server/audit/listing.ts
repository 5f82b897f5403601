/** The audit log as a list and as a CSV file (SPEC S31). */
import { auditLog } from '#core/audit/audit.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import type { ExportedListing } from '#server/streaming/csv-text.ts'
import { auditColumns, listedAuditLog, describeVisibleLog } from './visible-log.ts'

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
  see: (member) => ({ ...describeVisibleLog(member), columns }),
}
