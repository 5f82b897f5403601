/** The response of `/api/auth/user`. */
import { sql } from 'kysely'
import type { Member } from '#core/team/member.ts'
import type { Role } from '#core/team/roles.ts'
import type { OwnAccount, SignedInUser } from '#core/team/signed-in-user.ts'
import type { Database } from '#server/database/open.ts'
import { PERSON_NAME } from '#server/database/person-name.ts'
import { unauthorized } from '#server/errors.ts'
import { readCompanyNames } from '#server/settings/company.ts'
import { findSessionMember } from '#server/accounts/sessions.ts'
import { listAccounts } from './memberships.ts'
import { readPerson } from './persons.ts'

/** Throws 401: the person was deleted during the request. */
export async function readCurrentUser(database: Database, member: Member): Promise<SignedInUser> {
  const { accountId, personId, role, permissions, viewAs = null, ...rest } = member
  const person = await readPerson(database, personId)
  const accounts = await nameAccounts(database, await listAccounts(database, personId))
  const { name = '' } = accounts.find(({ id }) => id === accountId) ?? {}
  const account = { id: accountId, name }
  return { ...person, account, accounts, role, permissions: [...permissions], viewAs, ...rest }
}

/** The user of a session that has just begun. */
export async function readUserOf(database: Database, token: string): Promise<SignedInUser> {
  const member = await findSessionMember(database, token)
  if (!member) throw unauthorized()
  return readCurrentUser(database, member)
}

/** The company's name, or the Admin's. */
export async function nameAccount(database: Database, accountId: string): Promise<string> {
  return (await nameAccounts(database, [{ id: accountId, role: 'admin' }]))[0]?.name ?? ''
}

async function nameAccounts(
  database: Database,
  accounts: { id: string; role: Role }[],
): Promise<OwnAccount[]> {
  const ids = accounts.map(({ id }) => id)
  const companies = await readCompanyNames(database, ids)
  const nameless = ids.filter((id) => !companies.get(id))
  const admins = await readAdminNames(database, nameless)
  const named = accounts.map(({ id, role }) => {
    const name = companies.get(id) || admins.get(id) || ''
    return { id, name, role }
  })
  return named.toSorted((one, other) => one.name.localeCompare(other.name))
}

/** The first Admin's name by account: an account without a company's name is that person's. */
async function readAdminNames(database: Database, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select distinct on (members.user_id) members.user_id as id, ${PERSON_NAME} as name
    from members join persons on persons.id = members.person_id
    where members.user_id = any(${ids}::uuid[]) and role = 'admin' and until is null
    order by members.user_id, members.id`.execute(database)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
