/** The members of an account, and changes of their roles (SPEC C68). The database keeps the last Admin. */
import { sql } from 'kysely'
import { listPermissions, ROLE_DEFAULTS, type Role } from '#core/team/roles.ts'
import type { TeamMember } from '#core/team/team.ts'
import { endSessionsIn } from '#server/accounts/sessions.ts'
import { withFieldErrors } from '#server/database/constraint-errors.ts'
import type { Database, Work } from '#server/database/open.ts'
import { PERSON_NAME } from '#server/database/person-name.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION } from '#server/database/values.ts'
import { revokeLinksOf } from '#server/documents/links/revoke-links.ts'
import { notFound } from '#server/errors.ts'
import { HAS_TWO_STEP } from '#server/accounts/two-step/required.ts'
import { revokeInvitationsOf } from './invitations.ts'
import type { Assignment, Membership } from './memberships.ts'
import { ASSIGNED_FIELDS, selectRepresented } from './assignment.ts'

/** Includes previous members, who are named in the audit log. */
export async function listMembers(
  database: Database | Work,
  userId: string,
): Promise<TeamMember[]> {
  const { rows } = await sql<TeamMember>`${selectMembers(userId)}
    order by record.until is not null, record.id`.execute(database)
  return rows
}

/** Gives the member another role, from the next request on. Throws 404, 400, and 409 for the last Admin. */
export async function changeMember(
  database: Database,
  userId: string,
  id: number,
  assignment: Assignment,
): Promise<TeamMember> {
  return withFieldErrors('members', ASSIGNED_FIELDS, assignment, () =>
    inTransaction(database, async (work) => {
      const changed = await work
        .updateTable('members')
        .set({ ...assignment, ...NEXT_VERSION })
        .where('userId', '=', userId)
        .where('id', '=', id)
        .where('until', 'is', null)
        .returning('personId')
        .executeTakeFirst()
      if (!changed) throw notFound()
      const membership = { accountId: userId, personId: changed.personId }
      if (assignment.role !== 'admin') await revokeInvitationsOf(work, membership)
      if (!changesLoads(assignment.role)) await revokeLinksOf(work, membership)
      const { rows } =
        await sql<TeamMember>`${selectMembers(userId)} and record.id = ${id}`.execute(work)
      const [member] = rows
      if (!member) throw notFound()
      return member
    }),
  )
}

/** Ends the membership and its sessions immediately. Throws 404, and 409 for the last Admin. */
export async function endMembership(database: Database, userId: string, id: number): Promise<void> {
  await endWhere(database, userId, 'id', id)
}

/** Ends the person's own membership (SPEC C93). Throws 404, and 409 for the last Admin. */
export async function leaveAccount(database: Database, { accountId, personId }: Membership) {
  await endWhere(database, accountId, 'personId', personId)
}

async function endWhere(
  database: Database,
  userId: string,
  column: 'id' | 'personId',
  value: number | string,
): Promise<void> {
  await inTransaction(database, async (work) => {
    const ended = await work
      .updateTable('members')
      .set({ until: sql<string>`now()`, ownerId: null, driverId: null, ...NEXT_VERSION })
      .where('userId', '=', userId)
      .where(column, '=', value)
      .where('until', 'is', null)
      .returning('personId')
      .executeTakeFirst()
    if (!ended) throw notFound()
    const membership = { accountId: userId, personId: ended.personId }
    await endSessionsIn(work, membership)
    await revokeInvitationsOf(work, membership)
    await revokeLinksOf(work, membership)
  })
}

/** True if the role changes loads in every account, whatever its settings are. */
function changesLoads(role: Role): boolean {
  return listPermissions(role, ROLE_DEFAULTS).has('loads')
}

function selectMembers(userId: string) {
  return sql`select record.id, record.person_id, ${PERSON_NAME} as name, persons.email, record.role, record.owner_id,
      record.driver_id, ${selectRepresented(userId)} as represents, record.since, record.until, record.last_seen_at, record.version,
      ${HAS_TWO_STEP} as two_step
    from members as record join persons on persons.id = record.person_id
    where record.user_id = ${userId}`
}
