/** The day through which the books are closed (SPEC C374). The database asks for a reason before a change up to that day. */
import { closingMessages, type BooksClosing } from '#core/books/closing.ts'
import type { Day } from '#core/calendar.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { badField } from '#server/errors.ts'
import { accountDay } from '#server/today.ts'

export async function readClosing(work: Database | Work, userId: string): Promise<BooksClosing> {
  const saved = await work
    .selectFrom('accountMap')
    .select('closedThrough')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return { closedThrough: saved?.closedThrough ?? null }
}

/** An earlier day, or null, opens months again. The audit log has each change. Throws 400 for a day in the future. */
export async function saveClosing(
  database: Database,
  userId: string,
  closedThrough: Day | null,
): Promise<BooksClosing> {
  if (closedThrough !== null && closedThrough > accountDay())
    throw badField('closedThrough', closingMessages.future)
  // In a transaction, the audit log has the person.
  await inTransaction(database, (work) =>
    work
      .insertInto('accountMap')
      // Version 0: the account map itself was never saved.
      .values({ userId, accounts: '[]', version: 0, closedThrough })
      .onConflict((row) => row.columns(['userId']).doUpdateSet({ closedThrough }))
      .execute(),
  )
  return { closedThrough }
}
