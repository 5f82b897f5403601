/** Finds approved statements by their number or net payment (SPEC C461). */
import { sql, type RawBuilder } from 'kysely'
import { MAX_FOUND, type FoundRow, type Wanted } from '#core/search/search.ts'

/** Newest first. Null if the text is no statement's number. */
export function selectStatements(
  userId: string,
  { text, amount }: Wanted,
): RawBuilder<FoundRow> | null {
  if (amount === null && !/^\d{1,9}$/.test(text)) return null
  const condition =
    amount === null
      ? sql`billing.number = ${Number(text)}`
      : sql`billing.number is not null and billing.net_payment = ${amount}::numeric`
  return sql<FoundRow>`select billing.id, billing.number::text as number, kept.payee as who,
      billing.net_payment as amount, billing.settlement_date as day
    from billing left join statement_snapshots as kept
      on kept.user_id = ${userId} and kept.billing_id = billing.id
    where billing.user_id = ${userId} and ${condition} order by billing.id desc limit ${sql.lit(MAX_FOUND)}`
}
