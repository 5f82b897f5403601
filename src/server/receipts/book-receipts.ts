/** Receipts for the books: the check number, the method and the day of the deposit (SPEC C370). */
import { sql } from 'kysely'
import type { BookReceipt } from '#core/books/records.ts'
import type { Database, Work } from '#server/database/open.ts'

export async function readBookReceipts(
  work: Database | Work,
  userId: string,
  ids: readonly number[],
): Promise<BookReceipt[]> {
  if (!ids.length) return []
  const { rows } = await sql<BookReceipt>`
    select id, method, reference, deposited_on from receipts
    where user_id = ${userId} and id = any(${ids}::bigint[])`.execute(work)
  return rows
}
