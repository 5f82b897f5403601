/** Finds money received by its check or trace number, or its amount (SPEC C461). */
import { sql } from 'kysely'
import { MAX_FOUND, type FoundRow, type Wanted } from '#core/search/search.ts'
import type { Database } from '#server/database/open.ts'
import { hasReference } from '#server/lists/query/search-text.ts'

/** Newest first. */
export async function findReceipts(
  database: Database,
  userId: string,
  wanted: Wanted,
): Promise<FoundRow[]> {
  const { rows } =
    await sql<FoundRow>`select receipt.id, coalesce(receipt.reference, '') as number, broker.company_name as who,
      receipt.amount, receipt.received_on as day, receipt.state
    from (select id, broker_id, reference, amount, received_on,
          case when reversed_on is not null then 'reversed' end as state from receipts
        where user_id = ${userId} and ${hasReference(wanted)} order by id desc limit ${sql.lit(MAX_FOUND)}) as receipt
      join brokers as broker on broker.user_id = ${userId} and broker.id = receipt.broker_id
    order by receipt.id desc`.execute(database)
  return rows
}
