/** Finds payments by their check number or amount (SPEC C461). */
import { sql } from 'kysely'
import { MAX_FOUND, type FoundRow, type Wanted } from '#core/search/search.ts'
import type { Database } from '#server/database/open.ts'
import { hasReference } from '#server/lists/query/search-text.ts'

/** Newest first. */
export async function findPayments(
  database: Database,
  userId: string,
  wanted: Wanted,
): Promise<FoundRow[]> {
  const { rows } =
    await sql<FoundRow>`select id, coalesce(reference, '') as number, payee_name as who, amount, paid_on as day,
      case when reversal is not null then 'reversed' end as state
    from payouts where user_id = ${userId} and ${hasReference(wanted)} order by id desc limit ${sql.lit(MAX_FOUND)}`.execute(
      database,
    )
  return rows
}
