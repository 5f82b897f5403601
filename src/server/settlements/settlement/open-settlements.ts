import { sql } from 'kysely'
import type { Database } from '#server/database/open.ts'

/** `drafts` are to approve, `statements` to pay. */
export type OpenSettlements = { drafts: number; statements: number }

/** From an index alone. */
export async function countOpenSettlements(
  database: Database,
  userId: string,
): Promise<OpenSettlements> {
  const { rows } = await sql<OpenSettlements>`
    select count(*) filter (where status = 'pending') as drafts,
      count(*) filter (where status = 'approved') as statements
    from billing where user_id = ${userId} and status in ('pending', 'approved')`.execute(database)
  return rows[0] ?? { drafts: 0, statements: 0 }
}
