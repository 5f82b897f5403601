/** What of an entry of the audit log can be undone, and the restore of one value (SPEC C46). */
import { sql } from 'kysely'
import { everyEntity } from '#core/entities/entities.ts'
import type { Entity } from '#core/entities/entity.ts'
import { permissionToChange } from '#core/team/entity-access.ts'
import type { Member } from '#core/team/member.ts'
import { canSeeField } from '#core/team/visible-listing.ts'
import { undoMessages } from '#core/undo/operations.ts'
import type { Restorable } from '#core/undo/undo.ts'
import { selectVisibleEvents } from '#server/audit/visible-log.ts'
import { findAuditEntry, type AuditEntry } from '#server/database/audit.ts'
import type { Database } from '#server/database/open.ts'
import { badField, notFound, RequestError } from '#server/errors.ts'
import { openStore } from '#server/entities/store.ts'
import { ownSteps } from './own-steps.ts'

/** Throws 404 for an entry that the account does not have. */
export async function findRestorable(
  database: Database,
  member: Member,
  id: number,
): Promise<Restorable> {
  const entry = await findAuditEntry(database, member.accountId, id, selectVisibleEvents(member))
  if (!entry) throw notFound()
  const step = await findStep(database, member, entry)
  const entity = findChangeable(entry, member)
  return {
    operation: step?.operation ?? null,
    action: step?.action ?? null,
    records: step?.records ?? 0,
    trashId: step?.action === 'deleted' ? step.id : null,
    fields: entity && entry.isRecent ? listFields(entity, entry, member) : [],
  }
}

/**
 * Sets one field of the record to the entry's value before. Throws 404, 400 at the field for a link to a deleted
 * record, and 409 at the field for a number that is in use.
 */
export async function restoreValue(
  database: Database,
  member: Member,
  id: number,
  name: string,
): Promise<{ version: number }> {
  const entry = await findAuditEntry(database, member.accountId, id, selectVisibleEvents(member))
  const entity = entry && findChangeable(entry, member)
  if (!entry?.subjectId || !entity) throw notFound()
  if (!entry.isRecent) throw new RequestError(404, undoMessages.nothing)
  if (!listFields(entity, entry, member).includes(name))
    throw badField('field', `${name} can't be restored`)
  const result = entity.fields[name]?.schema.safeParse(entry.before?.[name] ?? null)
  if (!result?.success)
    throw badField(name, result?.error.issues[0]?.message ?? `${name} can't be restored`)
  const store = openStore(database, member, entity)
  const record = await store.update(entry.subjectId, { [name]: result.data }, undefined)
  return { version: record.version }
}

/** Undefined if the member may not change records of its kind. */
function findChangeable({ subject }: AuditEntry, { permissions }: Member): Entity | undefined {
  const entity = everyEntity.find(({ name }) => name === subject)
  return entity && permissions.has(permissionToChange(entity.name)) ? entity : undefined
}

/** Not a secret: the log has no value of it (SPEC S31). */
function listFields(
  { fields }: Entity,
  { action, before }: AuditEntry,
  { permissions }: Member,
): string[] {
  if (action !== 'changed') return []
  return Object.keys(before ?? {}).filter((name) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    return field && !field.secret && canSeeField(field, permissions)
  })
}

type Found = Pick<Restorable, 'action' | 'records'> & { id: number; operation: string }

/** The kept step of the entry's change, found by its transaction. */
async function findStep(
  database: Database,
  member: Member,
  { subject, subjectId, transaction }: AuditEntry,
): Promise<Found | undefined> {
  const userId = member.accountId
  const { rows } = await sql<Found>`select kept.id, kept.operation, kept.action,
      (select count(*) from undo_records as other
        where other.user_id = ${userId} and other.operation = kept.operation) as records
    from undo_records as kept
    where kept.user_id = ${userId} and kept.subject = ${subject} and kept.record_id = ${subjectId}
      and kept.transaction = ${transaction}::xid8 and kept.expires_at > now() and ${ownSteps(member, 'kept')}
    order by kept.id desc limit 1`.execute(database)
  return rows[0]
}
