/** People: who logs in. A person belongs to accounts as a member (SPEC C67). */
import type { Signup, User } from '#core/accounts/accounts.ts'
import type { Language } from '#core/languages.ts'
import { sql } from 'kysely'
import type { Database, Work } from '#server/database/open.ts'
import { codeOf, UNIQUE_VIOLATION } from '#server/database/transaction.ts'
import { RequestError, unauthorized } from '#server/errors.ts'

/** The columns of a person without the password hash (SPEC B3). */
export const PERSON_COLUMNS = [
  'persons.id',
  'persons.email',
  'persons.firstName',
  'persons.lastName',
  'persons.profileImageUrl',
  'persons.language',
  'persons.createdAt',
  'persons.updatedAt',
] as const

/** Throws 401: the account was deleted during the request, and the person with it. */
export async function readPerson(database: Database | Work, personId: string): Promise<User> {
  const found = database.selectFrom('persons').select(PERSON_COLUMNS).where('id', '=', personId)
  const person = await found.executeTakeFirst()
  if (!person) throw unauthorized()
  return person
}

/**
 * The accounts that the person is or was a member of: where to look for memberships and sessions. A distributed database would
 * query all of its machines without them.
 */
export async function readAccountIds(
  database: Database | Work,
  personId: string,
): Promise<string[]> {
  const found = database.selectFrom('persons').select('accountIds').where('id', '=', personId)
  return (await found.executeTakeFirst())?.accountIds ?? []
}

/**
 * Holds the person until the transaction ends, so that the password stays as it is. Whoever changes a password holds the person first.
 * Not the row: a distributed database has it on all machines, and locks it on the first of them.
 */
export async function holdPerson(work: Work, personId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`haulbook person ${personId}`}, 0))`.execute(
    work,
  )
}

/** Reads the password hash for a check. Throws 401. */
export async function readPassword(database: Database, personId: string) {
  const found = database.selectFrom('persons').select(['id', 'password']).where('id', '=', personId)
  const person = await found.executeTakeFirst()
  if (!person) throw unauthorized()
  return person
}

/** Finds a person, including the password hash. */
export function findPersonByEmail(database: Database | Work, email: string) {
  return database
    .selectFrom('persons')
    .select([...PERSON_COLUMNS, 'persons.password'])
    .where('email', '=', email)
    .executeTakeFirst()
}

/** `typed`: as the operator typed it. */
export async function findPersonId(
  database: Database | Work,
  typed: string,
): Promise<string | undefined> {
  const email = typed.trim().toLowerCase()
  const found = database.selectFrom('persons').select('id').where('email', '=', email)
  return (await found.executeTakeFirst())?.id
}

/**
 * Takes the account from its former members, and deletes the people who are not, and never were, members of another one. A person
 * who joins another account at this moment stays.
 */
export async function deletePeopleWithoutAccount(
  work: Work,
  accountId: string,
  personIds: string[],
): Promise<void> {
  for (const id of personIds.toSorted())
    await sql`update persons set account_ids = array_remove(account_ids, ${accountId}::uuid)
      where id = ${id}`.execute(work)
  const { rows } = await sql<{ id: string }>`delete from persons
    where id = any(${personIds}::uuid[]) and account_ids = '{}' returning id`.execute(work)
  const deleted = rows.map(({ id }) => id)
  await sql`delete from login_networks where person_id = any(${deleted}::uuid[])`.execute(work)
  await sql`delete from used_codes where person_id = any(${deleted}::uuid[])`.execute(work)
}

type NewPerson = Signup & { id: string }

/** `password`: its hash. Throws 409 if a person already has this email. */
export async function createPerson(work: Work, person: NewPerson): Promise<void> {
  try {
    await work.insertInto('persons').values(person).execute()
  } catch (error) {
    if (codeOf(error) !== UNIQUE_VIOLATION) throw error
    const message = 'An account with this email already exists'
    throw new RequestError(409, message, { fields: { email: [message] } })
  }
}

/** Saves the language of an invitation, unless the person already has one. */
export async function startLanguage(
  work: Work,
  personId: string,
  language: Language | null,
): Promise<void> {
  if (!language) return
  const chosen = work.updateTable('persons').set({ language }).where('id', '=', personId)
  await chosen.where('language', 'is', null).execute()
}

export async function saveLanguage(
  database: Database,
  personId: string,
  language: Language,
): Promise<void> {
  await database.updateTable('persons').set({ language }).where('id', '=', personId).execute()
}
