/** How many payments payees have: such a payee can't be deleted (SPEC C10). */
import { sql } from 'kysely'
import type { Database, Work } from '#server/database/open.ts'

/** By key of the payee (`payeeKey`), reversed payments included. Payees without payments are left out. */
export async function countPayments(
  work: Database | Work,
  userId: string,
  payees: string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ payee: string; count: number }>`select payee, count(*) from payouts
    where user_id = ${userId} and payee = any(${payees}::text[]) group by payee`.execute(work)
  return new Map(rows.map(({ payee, count }) => [payee, count]))
}
