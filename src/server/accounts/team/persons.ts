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
 * Deletes the people who are not, and never were, members of any account. Locks them first: a person who joins another
 * account at this moment stays.
 */
export async function deletePeopleWithoutAccount(work: Work, personIds: string[]): Promise<void> {
  await sql`select from persons where id = any(${personIds}::uuid[]) order by id for update`.execute(
    work,
  )
  const { rows: members } = await sql<{ personId: string }>`select person_id from members
    where person_id = any(${personIds}::uuid[])`.execute(work)
  const kept = new Set(members.map(({ personId }) => personId))
  const left = personIds.filter((id) => !kept.has(id))
  await sql`delete from persons where id = any(${left}::uuid[])`.execute(work)
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
