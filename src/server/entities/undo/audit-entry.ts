/** Finds what an entry of the audit log can undo, and restores one value (SPEC C46). */
import { everyEntity } from '#core/entities/entities.ts'
import type { Entity } from '#core/entities/entity.ts'
import { permissionToChange } from '#core/team/entity-access.ts'
import type { Member } from '#core/team/member.ts'
import { canSeeField } from '#core/team/visible-listing.ts'
import { undoMessages } from '#core/undo/operations.ts'
import type { SettledAnswer } from '#core/settlements/adjustments/settled-change.ts'
import type { Restorable } from '#core/undo/undo.ts'
import { selectVisibleEvents } from '#server/audit/visible-log.ts'
import { findAuditEntry, type AuditEntry } from '#server/database/audit.ts'
import type { Database } from '#server/database/open.ts'
import { badField, notFound, RequestError } from '#server/errors.ts'
import { openStore } from '#server/entities/store.ts'
import { findStep } from './find-step.ts'

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
    subject: step?.subject ?? null,
    records: step?.records ?? 0,
    trashId: step?.action === 'deleted' ? step.id : null,
    fields: entity && entry.isRecent ? listFields(entity, entry, member) : [],
  }
}

/**
 * Sets one field of the record to the value that it had before the entry. Throws 404, 400 at the field for a link to a
 * deleted record, 409 at the field for a number that is in use, and 409 for a load of a
 * locked statement (SPEC C360).
 */
export async function restoreValue(
  database: Database,
  member: Member,
  id: number,
  { name, settled }: { name: string; settled: SettledAnswer | undefined },
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
  const store = openStore(database, member, entity, settled)
  const record = await store.update(entry.subjectId, { [name]: result.data }, undefined)
  return { version: record.version }
}

/** Undefined if the member can't change records of its kind. */
function findChangeable({ subject }: AuditEntry, { permissions }: Member): Entity | undefined {
  const entity = everyEntity.find(({ name }) => name === subject)
  return entity && permissions.has(permissionToChange(entity.name)) ? entity : undefined
}

/** The fields that can be restored. The log has no values of secrets (SPEC S31). */
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
