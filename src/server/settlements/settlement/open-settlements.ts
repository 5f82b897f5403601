import { sql } from 'kysely'
import type { Database } from '#server/database/open.ts'

/** `drafts` are to approve, `held` ones are on hold (SPEC C48), `statements` are to pay. */
export type OpenSettlements = { drafts: number; held: number; statements: number }

/** Counts with indexes. Reads only the rows of drafts: an account has few of them. */
export async function countOpenSettlements(
  database: Database,
  userId: string,
): Promise<OpenSettlements> {
  const { rows } = await sql<OpenSettlements>`
    select count(*) filter (where hold_reason is null) as drafts,
      count(*) filter (where hold_reason is not null) as held,
      (select count(*) from billing
        where user_id = ${userId} and status = 'approved') as statements
    from billing where user_id = ${userId} and status = 'pending'`.execute(database)
  return rows[0] ?? { drafts: 0, held: 0, statements: 0 }
}
