/** What changed a closed month, newest first (SPEC C376). Triggers write the rows. */
import { sql } from 'kysely'
import {
  describeClosedChange,
  type ClosedChange,
  type ClosedChangeFact,
} from '#core/books/closing.ts'
import { nameMembers, readNamedMembers } from '#server/accounts/team/named-members.ts'
import type { Database } from '#server/database/open.ts'

type Row = ClosedChangeFact & Omit<ClosedChange, 'what' | 'changedBy'> & { personId: string | null }

/** `most`: null for all. */
export async function listClosedChanges(
  database: Database,
  userId: string,
  most: number | null,
): Promise<ClosedChange[]> {
  const nameOf = nameMembers(await readNamedMembers(database, userId))
  const { rows } = await sql<Row>`
    select id, source, deleted, kind, number, name, day, amount, reason, closed_through, person_id, changed_at
    from closed_changes where user_id = ${userId} order by id desc limit ${most}`.execute(database)
  return rows.map(({ id, day, amount, reason, closedThrough, personId, changedAt, ...fact }) => ({
    id,
    day,
    amount,
    reason,
    closedThrough,
    changedAt,
    what: describeClosedChange(fact),
    changedBy: personId === null ? 'Haulbook' : nameOf(personId),
  }))
}
