/** The amounts that recurring deductions have deducted so far, without reading years of lines again. */
import { sql } from 'kysely'

/**
 * SQL: rows of rule_id, truck_id, owner_id, pending_on and amount. Frozen statements are one kept sum (pending_on is
 * null), each draft is a row under its date. `truckId`: of this truck only.
 */
export function selectRuleSums(userId: string, truckId?: number) {
  const ofTruck = truckId === undefined ? sql`true` : sql`truck_id = ${truckId}`
  return sql`select rule_id, truck_id, owner_id, null::date as pending_on, amount
      from statement_rule_sums where user_id = ${userId} and ${ofTruck}
    union all select line.rule_id, draft.truck_id, draft.owner_id, draft.settlement_date, sum(line.amount)
      from (select user_id, id, truck_id, owner_id, settlement_date from billing
        where user_id = ${userId} and status = 'pending' and ${ofTruck}) as draft
        join expenses as line on line.user_id = draft.user_id and line.billing_id = draft.id
      where line.rule_id is not null group by 1, 2, 3, 4`
}
