/** The response of `/api/auth/user`. */
import { sql, type RawBuilder } from 'kysely'
import type { User } from '#core/accounts/accounts.ts'
import type { Member } from '#core/team/member.ts'
import type { Role } from '#core/team/roles.ts'
import type { SignedInUser } from '#core/team/signed-in-user.ts'
import type { Database } from '#server/database/open.ts'
import { PERSON_NAME } from '#server/database/person-name.ts'
import { unauthorized } from '#server/errors.ts'
import { readCompanyNames } from '#server/settings/company.ts'
import { findSessionMember } from '#server/accounts/sessions.ts'
import { PERSON_COLUMNS } from './persons.ts'

/** Throws 401: the person was deleted during the request. */
export async function readCurrentUser(database: Database, member: Member): Promise<SignedInUser> {
  const { accountId, personId, role, permissions, viewAs = null, ...rest } = member
  const [found, company] = await Promise.all([
    readPersonWithAccounts(database, personId),
    readCompanyNames(database, [accountId]),
  ])
  const { accounts: ofPerson, ...person } = found
  const others = ofPerson.map(({ id }) => id).filter((id) => id !== accountId)
  const companies = others.length
    ? await readCompanyNames(database, others)
    : new Map<string, string>()
  const accounts = ofPerson
    .map(({ id, adminName, role }) => {
      const name = company.get(id) || companies.get(id) || adminName || ''
      return { id, name, role }
    })
    .toSorted((one, other) => one.name.localeCompare(other.name))
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
  const company = (await readCompanyNames(database, [accountId])).get(accountId)
  if (company) return company
  const { rows } = await sql<{ name: string | null }>`
    select ${selectAdminName(sql`${accountId}`)} as name`.execute(database)
  return rows[0]?.name ?? ''
}

type NamedByAdmin = { id: string; role: Role; adminName: string | null }

async function readPersonWithAccounts(
  database: Database,
  personId: string,
): Promise<User & { accounts: NamedByAdmin[] }> {
  const accounts = sql<
    NamedByAdmin[]
  >`(select coalesce(json_agg(json_build_object('id', members.user_id,
      'role', members.role, 'adminName', ${selectAdminName(sql`members.user_id`)}) order by members.user_id), '[]')
    from members where members.person_id = ${personId} and members.until is null)`
  const found = database
    .selectFrom('persons')
    .select([...PERSON_COLUMNS, accounts.as('accounts')])
    .where('persons.id', '=', personId)
  const person = await found.executeTakeFirst()
  if (!person) throw unauthorized()
  return person
}

/** The first Admin's name: an account without a company's name is that person's. */
function selectAdminName(account: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`(select ${PERSON_NAME} from members as admin join persons on persons.id = admin.person_id
    where admin.user_id = ${account} and admin.role = 'admin' and admin.until is null
    order by admin.id limit 1)`
}
