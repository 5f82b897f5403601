/** A new account with its first Admin (SPEC C67) and the papers that it requires to bill (SPEC C343). */
import type { Work } from '#server/database/open.ts'
import { requirePapersToBill } from '#server/required-papers/new-account.ts'
import { addMember } from './memberships.ts'

/** Returns the account's id. */
export async function addAccount(work: Work, personId: string): Promise<string> {
  const { id: accountId } = await work
    .insertInto('users')
    .defaultValues()
    .returning('id')
    .executeTakeFirstOrThrow()
  await addMember(work, { accountId, personId }, { role: 'admin', ownerId: null, driverId: null })
  await requirePapersToBill(work, accountId)
  return accountId
}
