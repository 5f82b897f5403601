/** Finds the kept step of a change that the audit log shows (SPEC C46, C148). */
import { sql } from 'kysely'
import { loadCharges } from '#core/charges/charges.ts'
import { entities } from '#core/entities/entities.ts'
import type { Member } from '#core/team/member.ts'
import type { Restorable } from '#core/undo/undo.ts'
import { findLoadOfCharge } from '#server/charges/read-charges.ts'
import type { AuditEntry } from '#server/database/audit.ts'
import type { Database } from '#server/database/open.ts'
import { ownSteps } from './own-steps.ts'

type Found = Pick<Restorable, 'action' | 'subject' | 'records'> & { id: number; operation: string }

/** The kept step of the entry's change, found by its transaction. Undefined if there is none that the member may undo. */
export async function findStep(
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
