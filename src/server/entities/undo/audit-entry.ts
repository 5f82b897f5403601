/** Finds what an entry of the audit log can undo, and restores one value (SPEC C46). */
import { sql } from 'kysely'
import { loadCharges } from '#core/charges/charges.ts'
import { entities, everyEntity } from '#core/entities/entities.ts'
import type { Entity } from '#core/entities/entity.ts'
import type { SettledAnswer } from '#core/settlements/adjustments/settled-change.ts'
import { permissionToChange } from '#core/team/entity-access.ts'
import type { Member } from '#core/team/member.ts'
import { canSeeField } from '#core/team/visible-listing.ts'
import { undoMessages } from '#core/undo/operations.ts'
import type { Restorable } from '#core/undo/undo.ts'
import { selectVisibleEvents } from '#server/audit/visible-log.ts'
import { findLoadOfCharge } from '#server/charges/read-charges.ts'
import { type AuditEntry, findAuditEntry } from '#server/database/audit.ts'
import type { Database } from '#server/database/open.ts'
import { openStore } from '#server/entities/store.ts'
import { badField, notFound, RequestError } from '#server/errors.ts'
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

// Finds the kept step of a change that the audit log shows (SPEC C46, C148).

type Found = Pick<Restorable, 'action' | 'subject' | 'records'> & { id: number; operation: string }

/** The kept step of the entry's change, found by its transaction. Undefined if there is none that the member may undo. */
async function findStep(
  database: Database,
  member: Member,
  entry: AuditEntry,
): Promise<Found | undefined> {
  const userId = member.accountId
  const { subject, subjectId, transaction } = entry
  const loadId = await findChargedLoad(database, userId, entry)
  const { rows } = await sql<Found>`select kept.id, kept.operation, kept.action, kept.subject,
      (select count(*) from undo_records as other
        where other.user_id = ${userId} and other.operation = kept.operation) as records
    from undo_records as kept
    where kept.user_id = ${userId} and (kept.subject = ${subject} and kept.record_id = ${subjectId}
        or kept.subject = ${loadCharges.name} and kept.record_id = ${loadId}::bigint)
      and kept.transaction = ${transaction}::xid8 and kept.expires_at > now() and ${ownSteps(member, 'kept')}
    order by kept.id desc limit 1`.execute(database)
  return rows[0]
}

/** The load whose charges the entry is about: its revenue follows from them. */
async function findChargedLoad(
  database: Database,
  userId: string,
  { subject, subjectId, before, after }: AuditEntry,
): Promise<number | null> {
  if (subject === entities.loads.name) return subjectId
  if (subject !== loadCharges.name) return null
  const logged = after?.loadId ?? before?.loadId
  // An entry of a change has only what changed.
  return logged === undefined ? findLoadOfCharge(database, userId, subjectId) : Number(logged)
}
