/**
 * Deletes an account (SPEC C37). One transaction ends its sessions and memberships, and removes the people who belong to no
 * other account, with their email and name. Its rows are then deleted in batches: here for a few seconds, after that by a
 * background job of any instance.
 */
import { sql } from 'kysely'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { endSessionsOfAccount } from './sessions.ts'
import { deletePeopleWithoutAccount } from './team/persons.ts'

/** A batch takes up to two seconds, far less than the statement timeout, even on a slow disk. */
const BATCH_ROWS = 1_000
/** Most accounts take less. A proxy gives up on a response after about a minute. */
const WAIT_FOR_ROWS_MS = 3_000

/** `work`: the transaction that holds the checked password. Once it commits, no request finds the account. */
export async function endAccount(work: Work, userId: string): Promise<void> {
  const ended = work.updateTable('users').set({ deletedAt: sql<string>`now()` })
  await ended.where('id', '=', userId).execute()
  await endSessionsOfAccount(work, userId)
  const invited = work.deleteFrom('invitations').where('userId', '=', userId)
  await invited.execute()
  const removed = work.deleteFrom('members').where('userId', '=', userId)
  const people = await removed.returning('personId').execute()
  await deletePeopleWithoutAccount(
    work,
    userId,
    people.map(({ personId }) => personId),
  )
}

/** Deletes rows of the ended account for a few seconds. Returns whether nothing is left. */
export async function deleteRowsOf(database: Database, userId: string): Promise<boolean> {
  const started = performance.now()
  while (performance.now() - started < WAIT_FOR_ROWS_MS)
    if (!(await inTransaction(database, (work) => deleteBatch(work, userId)))) return true
  return false
}

/** Deletes rows of one ended account. Returns whether there can be more. */
export async function deleteEndedAccounts(work: Work): Promise<boolean> {
  const ended = work.selectFrom('users').select('id').where('deletedAt', 'is not', null)
  const [account] = await ended.orderBy('deletedAt').limit(1).execute()
  if (!account) return false
  await deleteBatch(work, account.id)
  return true
}

/** Returns whether there can be more rows. */
async function deleteBatch(work: Work, userId: string): Promise<boolean> {
  const { rows } = await sql<{ more: boolean }>`
    select delete_account_batch(${userId}, ${BATCH_ROWS}) as more`.execute(work)
  return rows[0]?.more ?? false
}
