/** The only writer of the receivables ledger (SPEC C166). Entries are added and never changed. */
import type { ReceivableEntry } from '#core/receivables/entries.ts'
import { toCents } from '#core/money.ts'
import type { Work } from '#server/database/open.ts'

/**
 * Adds facts to the ledger, in the transaction that stores them. Lock the invoices first. Entries of 0.00 are left out. The
 * database rejects an entry after which an invoice is open below 0 or above its total on any day, at the commit.
 */
export async function postEntries(
  work: Work,
  userId: string,
  entries: readonly ReceivableEntry[],
): Promise<void> {
  const posted = entries.filter(({ amount }) => toCents(amount) !== 0n)
  if (!posted.length) return
  await work
    .insertInto('receivableEntries')
    .values(posted.map((entry) => ({ userId, ...entry })))
    .execute()
}
