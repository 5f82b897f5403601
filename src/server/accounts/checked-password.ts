/**
 * A password check has an effect only if the stored hash is still the one that was checked (SPEC C35). A check
 * can wait long in the queue of hashes, and the password may be changed or reset in the meantime.
 */
import { sql } from 'kysely'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { hashPassword, matchPassword } from './passwords.ts'
import { holdPerson } from './team/persons.ts'

/** Another login can replace the hash of the same password, so a changed hash is checked again. */
const TRIES = 3

type Person = { id: string; password: string }

type Check<Found extends Person> = {
  /** Reads the person with the hash; undefined if there is none. */
  find: () => Promise<Found | undefined>
  /** The password as typed. */
  password: string
}

/**
 * Checks a typed password and runs `use` in a transaction that holds the stored hash. Returns undefined for a wrong
 * password or a missing person. Don't hash in `use`: it would hold the person's row while it waits.
 */
export async function usePassword<Found extends Person, Result extends object>(
  database: Database,
  { find, password }: Check<Found>,
  use: (work: Work, person: Found) => Promise<Result>,
): Promise<Result | undefined> {
  for (let tried = 0; tried < TRIES; tried++) {
    const person = await find()
    const match = await matchPassword(person?.password, password)
    if (!person || match === 'no') return undefined
    const renewed = match === 'outdated' ? await hashPassword(password) : undefined
    const result = await inTransaction(database, async (work) => {
      const held = await holdHash(work, person, renewed)
      return held ? use(work, person) : undefined
    })
    if (result) return result
  }
  return undefined
}

/** Holds the person until the transaction ends. False if another hash is stored now. */
async function holdHash(
  work: Work,
  { id, password }: Person,
  renewed: string | undefined,
): Promise<boolean> {
  await holdPerson(work, id)
  const held = renewed
    ? work
        .updateTable('persons')
        .set({ password: renewed, updatedAt: sql<string>`now()` })
        .where('id', '=', id)
        .where('password', '=', password)
        .returning('id')
    : work.selectFrom('persons').select('id').where('id', '=', id).where('password', '=', password)
  return (await held.executeTakeFirst()) !== undefined
}
