/** The amounts that recurring deductions have deducted so far, without reading years of lines again. */
import { sql } from 'kysely'

/**
 * SQL: rows of rule_id, truck_id, payee, pending_on and amount. Frozen statements are one kept sum (pending_on is
 * null), each draft is a row under its date. `truckId`: of this truck only. `lateral` keeps the planner from reading all
 * lines of the account for a few drafts.
 */
export function selectRuleSums(userId: string, truckId?: number) {
  const ofTruck = truckId === undefined ? sql`true` : sql`truck_id = ${truckId}`
  return sql`select rule_id, truck_id, payee, null::date as pending_on, amount
      from statement_rule_sums where user_id = ${userId} and ${ofTruck}
    union all select line.rule_id, draft.truck_id, draft.payee, draft.settlement_date, line.amount
      from (select id, truck_id, payee, settlement_date from billing
        where user_id = ${userId} and status = 'pending' and ${ofTruck}) as draft
        cross join lateral (select rule_id, sum(amount) as amount from expenses
          where user_id = ${userId} and billing_id = draft.id and rule_id is not null group by rule_id) as line`
}
