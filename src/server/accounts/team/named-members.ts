/** The members of an account by name, for other features. */
import { sql } from 'kysely'
import { listPermissions, type Permission, type Role, type RoleSettings } from '#core/team/roles.ts'
import { tellApart } from '#core/team/tell-apart.ts'
import type { Database, Work } from '#server/database/open.ts'
import { PERSON_NAME } from './persons.ts'
import { toRoleSettings } from './role-settings.ts'

/** `permissions`: none of a previous member. */
export type NamedMember = {
  personId: string
  name: string
  email: string
  permissions: ReadonlySet<Permission>
}

type Row = Omit<NamedMember, 'permissions'> & {
  role: Role
  isCurrent: boolean
} & { [Name in keyof RoleSettings]: boolean | null }

/** By name, previous members included. No two names are the same. */
export async function readNamedMembers(
  database: Database | Work,
  userId: string,
): Promise<NamedMember[]> {
  const { rows } = await sql<Row>`
    select members.person_id, ${PERSON_NAME} as name, persons.email, members.role,
      members.until is null as is_current,
      settings.dispatcher_revenue, settings.viewer_revenue, settings.driver_revenue
    from members
      join persons on persons.id = members.person_id
      left join team_settings as settings on settings.user_id = ${userId}
    where members.user_id = ${userId}
    order by name, members.id`.execute(database)
  return tellApart(
    rows.map(({ personId, name, email, role, isCurrent, ...settings }) => {
      const granted = isCurrent ? listPermissions(role, toRoleSettings(settings)) : []
      return { personId, name, email, permissions: new Set(granted) }
    }),
  )
}
