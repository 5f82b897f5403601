/** A total that was changed between two statements: the later one says so (SPEC C5). */
import { sql } from 'kysely'
import type { Amount } from '#core/money.ts'
import type { Balance } from '#core/settlements/balances.ts'
import type { Database, Work } from '#server/database/open.ts'

type Stated = Pick<Balance, 'ruleId' | 'ownerId' | 'total'>

/** Adds to a balance the total that the truck's last statement before `number` (null: of all) said, where it is another. */
export async function readPreviousTotals(
  work: Database | Work,
  userId: string,
  truckId: number,
  number: number | null,
) {
  // Only what was ever changed is looked for: a truck may have hundreds of statements.
  const { rows } = await sql<Stated>`
    with changed as materialized (select id from deduction_rules
      where user_id = ${userId} and version > 1 and total is not null
        and coalesce(truck_id, ${truckId}) = ${truckId}),
    stated as materialized (select billing.number, kept.snapshot from billing
      join statement_snapshots as kept on kept.user_id = billing.user_id and kept.billing_id = billing.id
      where billing.user_id = ${userId} and billing.truck_id = ${truckId}
        and billing.status in ('approved', 'paid') and exists (select from changed)
        and (${number}::integer is null or billing.number < ${number}::integer))
    select distinct on (1, 2) (balance ->> 'ruleId')::bigint as rule_id,
      (balance ->> 'ownerId')::bigint as owner_id, balance ->> 'total' as total
    from stated cross join jsonb_array_elements(snapshot -> 'balances') as balance
    where (balance ->> 'ruleId')::bigint in (select id from changed)
    order by 1, 2, stated.number desc`.execute(work)
  return (balance: Balance): Balance => withPreviousTotal(balance, findTotal(rows, balance))
}

function findTotal(rows: Stated[], { ruleId, ownerId }: Balance): Amount | undefined {
  return rows.find((row) => row.ruleId === ruleId && row.ownerId === ownerId)?.total
}

function withPreviousTotal(balance: Balance, total: Amount | undefined): Balance {
  return total === undefined || total === balance.total
    ? balance
    : { ...balance, formerTotal: total }
}
