/** The trash: lists deleted records, and deletes them permanently (SPEC C43). */
import { sql } from 'kysely'
import type { EntityName } from '#core/fields/field.ts'
import { trash } from '#core/undo/undo.ts'
import type { ColumnKind } from '#core/lists/columns.ts'
import { recordEvent } from '#server/database/audit.ts'
import type { Member } from '#core/team/member.ts'
import { CLOCK_TOLERANCE } from '#server/database/clock.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Filter, Listed } from '#server/lists/types.ts'
import { ownSteps } from './own-steps.ts'

/** The columns of the list. The records' values are left out, because the member might not be allowed to see all of them. */
const SHOWN = ['id', 'operation', 'subject', 'recordId', 'label', 'createdAt', 'expiresAt']

export const trashTable: Listed = { ...trash, name: 'undoRecords', only: SHOWN }

/** The trash as the member sees it. It includes other members' deletions if the member may restore them. */
export function seeTrash(member: Member): Listed {
  return { ...trashTable, where: ownSteps(member, 'record') }
}

export const trashColumns = new Map<string, ColumnKind>([
  ['id', 'number'],
  ['createdAt', 'time'],
  ['expiresAt', 'time'],
  ['subject', 'text'],
  ['recordId', 'number'],
  ['label', 'text'],
])

/** Selects the deletions among the stored steps. */
export const ONLY_DELETED: Filter = { column: 'action', kind: 'choice', among: ['deleted'] }

/** Returns the number of records that can no longer be restored. */
export function emptyTrash(database: Database, member: Member): Promise<number> {
  const userId = member.accountId
  return inTransaction(database, async (work) => {
    const { numAffectedRows = 0n } = await sql`delete from undo_records
      where user_id = ${userId} and action = 'deleted' and ${ownSteps(member)}`.execute(work)
    if (numAffectedRows) await recordEvent(work, userId, 'trash-emptied')
    return Number(numAffectedRows)
  })
}

/** Removes the records `ids` from the trash, so that they can no longer be restored. */
export async function forgetDeleted(
  database: Database,
  userId: string,
  { name }: { name: string },
  ids: number[],
): Promise<void> {
  await sql`delete from undo_records where user_id = ${userId} and subject = ${name}
    and record_id = any(${ids}) and action = 'deleted'`.execute(database)
}

/** Whether a person can still restore the deleted record. */
export async function isInTrash(
  work: Work,
  userId: string,
  name: EntityName,
  id: number,
): Promise<boolean> {
  const { rows } =
    await sql`select from undo_records where user_id = ${userId} and subject = ${name}
    and record_id = ${id} and action = 'deleted' limit 1`.execute(work)
  return rows.length > 0
}

/** A job deletes expired steps in batches, so that the rows of a large import do not block other requests. */
const BATCH = 10_000

/** Deletes steps that are older than 30 days. Returns true if there are more. */
export async function deleteExpiredSteps(work: Work): Promise<boolean> {
  // Rows written while the clock was ahead are kept for another 30 days (SPEC C36).
  await sql`update undo_records set created_at = now(), expires_at = now() + interval '30 days'
    where expires_at > ${CLOCK_TOLERANCE} + interval '30 days'`.execute(work)
  const { numAffectedRows = 0n } = await sql`delete from undo_records as kept
    using (select user_id, id from undo_records where expires_at < now() limit ${BATCH}) as old
    where kept.user_id = old.user_id and kept.id = old.id`.execute(work)
  return Number(numAffectedRows) === BATCH
}
