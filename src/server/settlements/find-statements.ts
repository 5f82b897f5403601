/** Finds approved statements by their number or net payment (SPEC C461). */
import { sql } from 'kysely'
import { MAX_FOUND, type FoundRow, type Wanted } from '#core/search/search.ts'
import type { Database } from '#server/database/open.ts'

/** Newest first. */
export async function findStatements(
  database: Database,
  userId: string,
  { text, amount }: Wanted,
): Promise<FoundRow[]> {
  if (amount === null && !/^\d{1,9}$/.test(text)) return []
  const condition =
    amount === null
      ? sql`billing.number = ${Number(text)}`
      : sql`billing.number is not null and billing.net_payment = ${amount}::numeric`
  const { rows } =
    await sql<FoundRow>`select billing.id, billing.number::text as number, kept.payee as who,
      billing.net_payment as amount, billing.settlement_date as day, case when billing.status = 'void' then 'void' end as state
    from billing left join statement_snapshots as kept
      on kept.user_id = ${userId} and kept.billing_id = billing.id
    where billing.user_id = ${userId} and ${condition} order by billing.id desc limit ${sql.lit(MAX_FOUND)}`.execute(
      database,
    )
  return rows
}
