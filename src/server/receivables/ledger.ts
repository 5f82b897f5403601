/** The only writer of the receivables ledger (SPEC C166). Entries are added and never changed. */
import type { ReceivableEntry } from '#core/receivables/entries.ts'
import { toCents } from '#core/money.ts'
import type { Work } from '#server/database/open.ts'

/**
 * Adds entries to the ledger, in the transaction that stores what they record. Lock the invoices first. Entries of 0.00 are left
 * out. At the commit, the database rejects entries that make an invoice's open amount negative or more than its total on any day.
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
