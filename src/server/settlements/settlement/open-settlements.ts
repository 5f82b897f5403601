import { sql } from 'kysely'
import type { Database } from '#server/database/open.ts'

/** `drafts` are to approve: held ones are left out (SPEC C48). `statements` are to pay. */
export type OpenSettlements = { drafts: number; statements: number }

/** By indexes. Only drafts are read themselves: an account has few of them. */
export async function countOpenSettlements(
  database: Database,
  userId: string,
): Promise<OpenSettlements> {
  const { rows } = await sql<OpenSettlements>`
    select (select count(*) from billing
        where user_id = ${userId} and status = 'pending' and hold_reason is null) as drafts,
      (select count(*) from billing
        where user_id = ${userId} and status = 'approved') as statements`.execute(database)
  return rows[0] ?? { drafts: 0, statements: 0 }
}
