/** An Admin looks at the account with the permissions of another role or member (SPEC C83). */
import { sql } from 'kysely'
import type { Member } from '#core/team/member.ts'
import { listPermissions, type RoleSettings } from '#core/team/roles.ts'
import type { StoredView } from '#core/team/view-as.ts'
import type { Database } from '#server/database/open.ts'
import { PERSON_NAME } from '#server/database/person-name.ts'

/** What a view shows: a member with the name, or a role. */
type Viewed = Pick<Member, 'role' | 'ownerId' | 'driverId'> & { name: string | null }

/**
 * The Admin with the permissions of the view. The person stays the Admin: an export is logged under that name. If the
 * membership of the viewed member has ended, the Admin can only end the view.
 */
export async function lowerPermissions(
  database: Database,
  admin: Member,
  { view, settings }: { view: StoredView; settings: RoleSettings },
): Promise<Member> {
  const viewed = await findViewed(database, admin.accountId, view)
  if (!viewed)
    return { ...admin, permissions: new Set(['everyone']), viewAs: { role: 'viewer', name: null } }
  const { name, role, ownerId, driverId } = viewed
  const permissions = listPermissions(role, settings)
  return { ...admin, role, ownerId, driverId, permissions, viewAs: { role, name } }
}

/** Finds what a view shows; undefined if the account has no such member. */
export async function findViewed(
  database: Database,
  accountId: string,
  view: StoredView,
): Promise<Viewed | undefined> {
  if ('role' in view) return { role: view.role, ownerId: null, driverId: null, name: null }
  const { rows } = await sql<Viewed>`select role, owner_id, driver_id, ${PERSON_NAME} as name
    from members join persons on persons.id = members.person_id
    where members.user_id = ${accountId} and members.id = ${view.memberId} and until is null`.execute(
    database,
  )
  return rows[0]
}
