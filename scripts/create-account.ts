/** Creates an account with its first Admin, for accounts that scripts fill. */
import { randomUUID } from 'node:crypto'
import { addAccount } from '#server/accounts/team/add-account.ts'
import { createPerson } from '#server/accounts/team/persons.ts'
import type { Work } from '#server/database/open.ts'

/** `password`: its hash. Returns the account's id. */
export async function createAccount(work: Work, email: string, password: string): Promise<string> {
  const person = { id: randomUUID(), email, password, firstName: 'Full', lastName: 'Fleet' }
  await createPerson(work, person)
  const accountId = await addAccount(work, person.id)
  // Only some of the loads that a script fills in have papers.
  await work.deleteFrom('documentNeeds').where('userId', '=', accountId).execute()
  return accountId
}
