/** The accounts that a person belongs to (SPEC C67). */
import { sql } from 'kysely'
import type { Role } from '#core/team/roles.ts'
import type { Database, Work } from '#server/database/open.ts'
import { readAccountIds } from './persons.ts'

/** The key of a member: the account and the person. */
export type Membership = { accountId: string; personId: string }

/** A role, and the record that a truck owner or a driver represents. */
export type Assignment = { role: Role; ownerId: number | null; driverId: number | null }

/** Adds the person, or gives a previous member the new role. False if the person is already a member. */
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
  if (!added) return false
  await sql`update persons set account_ids = array_append(account_ids, ${userId}::uuid)
    where id = ${personId} and ${userId}::uuid <> all(account_ids)`.execute(work)
  return true
}

/**
 * The account that a login enters: the one that the person used last, undefined if there is none. Holds the membership,
 * so that it can't end before the session is stored.
 */
export async function pickAccount(work: Work, personId: string): Promise<string | undefined> {
  for (const { id: accountId } of await listAccounts(work, personId))
    if (await holdMembership(work, { accountId, personId })) return accountId
  return undefined
}

/** Like `pickAccount`, for one account. False if the person is not a member of it. */
export async function holdMembership(work: Work, membership: Membership): Promise<boolean> {
  const held = selectHeld(work, membership).where('until', 'is', null)
  return (await held.executeTakeFirst()) !== undefined
}

/** Like `holdMembership`. False if the person is not an Admin of the account. */
export async function holdAdmin(work: Work, membership: Membership): Promise<boolean> {
  const held = selectHeld(work, membership).where('until', 'is', null).where('role', '=', 'admin')
  return (await held.executeTakeFirst()) !== undefined
}

/** Stores when the member was last seen. Call it at most once an hour, and when the person enters the account. */
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

type Entry = { id: string; role: Role }

/**
 * The accounts that the person can enter, the one that was used last first. A distributed database queries the machines of
 * these accounts, and then can't lock rows: lock each membership with `holdMembership`.
 */
export async function listAccounts(database: Database | Work, personId: string): Promise<Entry[]> {
  return listAccountsAmong(database, personId, await readAccountIds(database, personId))
}

/** Like `listAccounts`. `accountIds`: those of the person, or a part of them. */
export async function listAccountsAmong(
  database: Database | Work,
  personId: string,
  accountIds: string[],
): Promise<Entry[]> {
  const { rows } = await sql<Entry>`select user_id as id, role from members
    where user_id = any(${accountIds}::uuid[]) and person_id = ${personId} and until is null
    order by last_seen_at desc nulls last, user_id`.execute(database)
  return rows
}

/**
 * Holds and returns the person's memberships in all accounts, ended ones included: they could begin again meanwhile. Locks
 * them one by one in the order of the accounts' IDs, so that no two requests wait for each other.
 */
export async function holdMemberships(work: Work, personId: string): Promise<Membership[]> {
  const accountIds = await readAccountIds(work, personId)
  const { rows } = await sql<Membership>`select user_id as account_id, person_id from members
    where user_id = any(${accountIds}::uuid[]) and person_id = ${personId} order by user_id`.execute(
    work,
  )
  for (const membership of rows) await selectHeld(work, membership).execute()
  return rows
}

function selectHeld(work: Work, { accountId, personId }: Membership) {
  return work
    .selectFrom('members')
    .select('id')
    .where('userId', '=', accountId)
    .where('personId', '=', personId)
    .forNoKeyUpdate()
}
