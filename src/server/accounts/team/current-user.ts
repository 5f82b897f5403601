/** The response of `/api/auth/user`. */
import { sql, type RawBuilder } from 'kysely'
import type { User } from '#core/accounts/accounts.ts'
import type { Member } from '#core/team/member.ts'
import type { SignedInUser } from '#core/team/signed-in-user.ts'
import type { Database } from '#server/database/open.ts'
import { PERSON_NAME } from '#server/database/person-name.ts'
import { isDatabaseUnreachable, unauthorized } from '#server/errors.ts'
import { readCompanyNames, selectCompanyName } from '#server/settings/company.ts'
import { findSessionMember } from '#server/accounts/sessions.ts'
import { listAccountsAmong, type Membership } from './memberships.ts'
import { PERSON_COLUMNS } from './persons.ts'

type OwnAccount = SignedInUser['accounts'][number]

const IS_ADMIN = sql<boolean>`members.role = 'admin' and members.until is null`

/** Throws 401: the person was deleted during the request. */
export async function readCurrentUser(database: Database, member: Member): Promise<SignedInUser> {
  const { accountId, personId, role, permissions, viewAs = null, ...rest } = member
  const found = await findPerson(database, { accountId, personId })
  if (!found) throw unauthorized()
  const { accountName, accountIds, ...person } = found
  const others = await readOtherAccounts(
    database,
    personId,
    accountIds.filter((id) => id !== accountId),
  )
  const account = { id: accountId, name: accountName }
  // Only an Admin has a view, with another role.
  const own: OwnAccount = { ...account, role: viewAs ? 'admin' : role }
  const accounts = [own, ...others].toSorted((one, other) => one.name.localeCompare(other.name))
  return { ...person, account, accounts, role, permissions: [...permissions], viewAs, ...rest }
}

/** The user of a session that has just begun. */
export async function readUserOf(database: Database, token: string): Promise<SignedInUser> {
  const member = await findSessionMember(database, token)
  if (!member) throw unauthorized()
  return readCurrentUser(database, member)
}

/** The name of an account: the company's, else the Admin's. */
export async function nameAccount(database: Database, accountId: string): Promise<string> {
  const { rows } = await sql<{
    name: string
  }>`select ${selectAccountName(accountId)} as name`.execute(database)
  return rows[0]?.name ?? ''
}

/** The company's name, or the first Admin's: a subquery runs only if those before it found nothing. */
function selectAccountName(accountId: string): RawBuilder<string> {
  return sql`coalesce(nullif(${selectCompanyName(accountId)}, ''),
    (select ${PERSON_NAME} from members join persons on persons.id = members.person_id
      where members.user_id = ${accountId} and ${IS_ADMIN} order by members.id limit 1), '')`
}

type Found = User & { accountName: string; accountIds: string[] }

/** The member as a person, the name of the account, and where the person's accounts are. */
async function findPerson(
  database: Database,
  { accountId, personId }: Membership,
): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select ${sql.join(PERSON_COLUMNS.map((name) => sql.ref(name)))}, persons.account_ids,
      ${selectAccountName(accountId)} as account_name
    from members join persons on persons.id = members.person_id
    where members.user_id = ${accountId} and members.person_id = ${personId}`.execute(database)
  return rows[0]
}

/**
 * The accounts that the person can switch to. None if the machine of one of them is down: a page of an account must need only the
 * machine with that account (decision 0007).
 */
async function readOtherAccounts(
  database: Database,
  personId: string,
  accountIds: string[],
): Promise<OwnAccount[]> {
  if (!accountIds.length) return []
  try {
    const others = await listAccountsAmong(database, personId, accountIds)
    if (!others.length) return []
    const names = await nameAccounts(
      database,
      others.map(({ id }) => id),
    )
    return others.map(({ id, role }) => ({ id, role, name: names.get(id) ?? '' }))
  } catch (error) {
    if (error instanceof Error && isDatabaseUnreachable(error)) return []
    throw error
  }
}

/** The names of accounts, by id: the company's name, or the first Admin's. */
async function nameAccounts(
  database: Database,
  accountIds: string[],
): Promise<Map<string, string>> {
  const companies = await readCompanyNames(database, accountIds)
  const unnamed = accountIds.filter((id) => !companies.get(id))
  if (!unnamed.length) return companies
  const admins = await readAdmins(database, unnamed)
  return new Map([...companies, ...admins.map(({ id, name }) => [id, name] as const)])
}

/** The first Admin of each account: an account without a company's name is shown with that person's name. */
async function readAdmins(
  database: Database,
  accountIds: string[],
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select distinct on (members.user_id) members.user_id as id, ${PERSON_NAME} as name
    from members join persons on persons.id = members.person_id
    where members.user_id = any(${accountIds}::uuid[]) and ${IS_ADMIN}
    order by members.user_id, members.id`.execute(database)
  return rows
}
