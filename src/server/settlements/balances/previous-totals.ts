/** Finds totals that were changed between two statements: the later one prints both (SPEC C5). */
import { sql } from 'kysely'
import type { Amount } from '#core/money.ts'
import type { Balance } from '#core/settlements/balances.ts'
import type { Database, Work } from '#server/database/open.ts'

type StatedTotal = Pick<Balance, 'ruleId' | 'payeeKey' | 'total'>

/**
 * Returns a function that adds `formerTotal` to a balance, if the total differs on the truck's last statement before
 * statement `number` (null: on its last statement).
 */
export async function readPreviousTotals(
  work: Database | Work,
  userId: string,
  truckId: number,
  number: number | null,
) {
  // Few rules are ever changed, and a truck may have hundreds of statements: "changed" comes first.
  const { rows } = await sql<StatedTotal>`
    with changed as materialized (select id from deduction_rules
      where user_id = ${userId} and version > 1 and total is not null
        and coalesce(truck_id, ${truckId}) = ${truckId}),
    stated as materialized (select billing.number, kept.snapshot from billing
      join statement_snapshots as kept on kept.user_id = billing.user_id and kept.billing_id = billing.id
      where billing.user_id = ${userId} and billing.truck_id = ${truckId}
        and billing.status in ('approved', 'paid') and exists (select from changed)
        and (${number}::integer is null or billing.number < ${number}::integer))
    select distinct on (rule_id, payee_key) (balance ->> 'ruleId')::bigint as rule_id,
      balance ->> 'payeeKey' as payee_key,
      balance ->> 'total' as total
    from stated cross join jsonb_array_elements(snapshot -> 'balances') as balance
    where (balance ->> 'ruleId')::bigint in (select id from changed)
    order by rule_id, payee_key, stated.number desc`.execute(work)
  return (balance: Balance): Balance => withPreviousTotal(balance, findTotal(rows, balance))
}

function findTotal(rows: StatedTotal[], { ruleId, payeeKey }: Balance): Amount | undefined {
  return rows.find((row) => row.ruleId === ruleId && row.payeeKey === payeeKey)?.total
}

function withPreviousTotal(balance: Balance, total: Amount | undefined): Balance {
  return total === undefined || total === balance.total
    ? balance
    : { ...balance, formerTotal: total }
}
