/** The audit log as a member sees it (SPEC C74). */
import { sql } from 'kysely'
import { auditLog, type AuditEvent } from '#core/audit/audit.ts'
import { hideValues, listHiddenValues, listSeenSubjects } from '#core/audit/audit-access.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import type { ColumnKind } from '#core/lists/columns.ts'
import type { Member } from '#core/team/member.ts'
import type { VisibleList, Sql } from '#server/lists/types.ts'

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

/**
 * The log with the names of the people. Sorted by time: in a distributed database, IDs are in order only on each machine
 * (SPEC C261).
 */
export const listedAuditLog = { ...auditLog, people: ['personId'], newest: 'createdAt' }

/** A filter by values would reveal hidden ones. */
const COLUMNS_WITHOUT_VALUES = new Map([...auditColumns].filter(([name]) => name !== 'after'))

export function describeVisibleLog(member: Member): VisibleList {
  const where = selectVisibleEvents(member)
  if (!where) return { listed: listedAuditLog, kinds: auditColumns }
  const redact = (record: AnyRecord) =>
    hideValues(record as AnyRecord & AuditEvent, member.permissions)
  return { listed: { ...listedAuditLog, where, redact }, kinds: COLUMNS_WITHOUT_VALUES }
}

/** A condition on a `record` of the log; undefined for an Admin, who sees all. */
export function selectVisibleEvents({ permissions, personId }: Member): Sql | undefined {
  if (permissions.has('admin')) return undefined
  const subjects = listSeenSubjects(permissions)
  const isOwn = sql`record.person_id = ${personId}`
  const isSeen = permissions.has('audit-all')
    ? sql`(record.subject = any(${subjects}) or (record.subject is null and ${isOwn}))`
    : sql`${isOwn} and (record.subject is null or record.subject = any(${subjects}))`
  const conditions = subjects.flatMap((subject) => {
    const hidden = listHiddenValues(subject, permissions)
    return hidden.length ? [hasVisibleChange(subject, hidden)] : []
  })
  return sql`(${sql.join([isSeen, ...conditions], sql` and `)})`
}

/** An event that changed only hidden values is not listed at all. */
function hasVisibleChange(subject: string, hidden: string[]): Sql {
  return sql`(record.subject is distinct from ${subject} or record.action <> 'changed'
    or (record.before || record.after) - ${hidden}::text[] <> '{}')`
}
