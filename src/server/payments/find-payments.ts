/** Finds payments by their check number or amount (SPEC C461). */
import { sql, type RawBuilder } from 'kysely'
import { MAX_FOUND, type FoundRow, type Wanted } from '#core/search/search.ts'
import { hasReference } from '#server/lists/query/search-text.ts'

/** Newest first. */
export function selectPayments(userId: string, wanted: Wanted): RawBuilder<FoundRow> {
  return sql<FoundRow>`select id, coalesce(reference, '') as number, payee_name as who, amount, paid_on as day
    from payouts where user_id = ${userId} and ${hasReference(wanted)} order by id desc limit ${sql.lit(MAX_FOUND)}`
}
