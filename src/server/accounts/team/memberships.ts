/** Which accounts a person belongs to (SPEC C67). */
import { sql } from 'kysely'
import type { Role } from '#core/team/roles.ts'
import type { Database, Work } from '#server/database/open.ts'

/** Which person in which account: the key of a member. */
export type Membership = { accountId: string; personId: string }

/** A role, and the record that a truck owner or a driver represents. */
export type Assignment = { role: Role; ownerId: number | null; driverId: number | null }

/** Adds the person, or gives a former member the new role. False if the person is a member already. */
export async function addMember(
  work: Work,
  { accountId: userId, personId }: Membership,
  assignment: Assignment,
): Promise<boolean> {
  const now = sql<string>`now()`
  const added = await work
    .insertInto('members')
    .values({ userId, personId, ...assignment, lastSeenAt: now })
    .onConflict((row) =>
      row
        .columns(['userId', 'personId'])
        .doUpdateSet((is) => ({
          ...assignment,
          since: is.ref('excluded.since'),
          until: null,
          lastSeenAt: is.ref('excluded.lastSeenAt'),
          version: sql<number>`members.version + 1`,
          updatedAt: is.ref('excluded.updatedAt'),
        }))
        .where('members.until', 'is not', null),
    )
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

/**
 * The account that a login enters: the one that the person used last, undefined if there is none. Holds the membership,
 * so that it can't end before the session is stored.
 */
export async function pickAccount(work: Work, personId: string): Promise<string | undefined> {
  const { rows } = await sql<{ userId: string }>`select user_id from members
    where person_id = ${personId} and until is null
    order by last_seen_at desc nulls last, user_id limit 1 for no key update`.execute(work)
  return rows[0]?.userId
}

/** As `pickAccount` for one account. False if the person is no member of it. */
export async function holdMembership(work: Work, membership: Membership): Promise<boolean> {
  return (await selectHeld(work, membership).executeTakeFirst()) !== undefined
}

/** As `holdMembership`. False if the person is no Admin of the account. */
export async function holdAdmin(work: Work, membership: Membership): Promise<boolean> {
  const held = selectHeld(work, membership).where('role', '=', 'admin')
  return (await held.executeTakeFirst()) !== undefined
}

/** Call it at most once an hour, and when the person enters the account. */
export async function markSeen(
  database: Database | Work,
  { accountId, personId }: Membership,
): Promise<void> {
  await database
    .updateTable('members')
    .set({ lastSeenAt: sql<string>`now()` })
    .where('userId', '=', accountId)
    .where('personId', '=', personId)
    .execute()
}

/** The accounts that the person can enter. */
export function listAccounts(
  database: Database | Work,
  personId: string,
): Promise<{ id: string; role: Role }[]> {
  return database
    .selectFrom('members')
    .select(['userId as id', 'role'])
    .where('personId', '=', personId)
    .where('until', 'is', null)
    .orderBy('userId')
    .execute()
}

function selectHeld(work: Work, { accountId, personId }: Membership) {
  return work
    .selectFrom('members')
    .select('id')
    .where('userId', '=', accountId)
    .where('personId', '=', personId)
    .where('until', 'is', null)
    .forNoKeyUpdate()
}
