/** The members of an account by name, for other features. */
import { sql } from 'kysely'
import { listPermissions, type Permission, type Role } from '#core/team/roles.ts'
import { distinguishNames } from '#core/team/distinguish-names.ts'
import type { Database, Work } from '#server/database/open.ts'
import { PERSON_NAME } from '#server/database/person-name.ts'
import { notFound } from '#server/errors.ts'
import { readTeamSettings } from './settings.ts'

/** `permissions`: empty for a previous member. */
export type NamedMember = {
  personId: string
  name: string
  permissions: ReadonlySet<Permission>
}

type Row = { personId: string; name: string; email: string; role: Role; isCurrent: boolean }

/** Sorted by name, with previous members. No two names are the same. */
export async function readNamedMembers(
  database: Database | Work,
  userId: string,
): Promise<NamedMember[]> {
  const settings = await readTeamSettings(database, userId)
  const { rows } = await sql<Row>`
    select members.person_id, ${PERSON_NAME} as name, persons.email, members.role,
      members.until is null as is_current
    from members join persons on persons.id = members.person_id
    where members.user_id = ${userId}
    order by name, members.id`.execute(database)
  return distinguishNames(rows).map(({ personId, name, role, isCurrent }) => {
    const permissions = isCurrent ? listPermissions(role, settings) : new Set<Permission>()
    return { personId, name, permissions }
  })
}

export type NameOf = (personId: string) => string

/** Finds the names of members, also of previous ones. */
export function nameMembers(members: readonly NamedMember[]): NameOf {
  const names = new Map(members.map(({ personId, name }) => [personId, name]))
  return (personId) => names.get(personId) ?? 'Previous member'
}

/** The address of a member, for a draft in their mail program. Throws 404. */
export async function readMemberEmail(
  work: Database | Work,
  userId: string,
  personId: string,
): Promise<string> {
  const { rows } = await sql<{ email: string }>`
    select persons.email from members join persons on persons.id = members.person_id
    where members.user_id = ${userId} and members.person_id = ${personId} and members.until is null`.execute(
    work,
  )
  const [member] = rows
  if (!member) throw notFound()
  return member.email
}
