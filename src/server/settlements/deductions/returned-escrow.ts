/** Escrow that was returned or moved in full: it is not deducted again until the user starts it again (SPEC C20, C23). */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { Rule } from '#core/settlements/rules.ts'
import type { Database, Work } from '#server/database/open.ts'
import { IS_OF_PAYEE, isOfTruck, selectWithheldSums } from './rule-sums.ts'

/** `truckId`: null for all trucks of a payee. `payee`: its key; null for a rule of one truck. `day`: of the last refund or transfer. */
type ReturnedEscrow = { ruleId: number; truckId: number | null; payee: string | null; day: Day }

/**
 * Escrow that was refunded or transferred in full, and whose start date is not later than that. Interest that is posted
 * after the return does not start it again.
 */
export async function readReturnedEscrow(
  work: Database | Work,
  userId: string,
  truckId?: number,
): Promise<ReturnedEscrow[]> {
  // The balance of a rule for all trucks of a payee is the sum over all trucks.
  const only = (await hasEscrowOfPayee(work, userId)) ? undefined : truckId
  const { rows } = await sql<ReturnedEscrow>`
    with withheld as (select sums.rule_id, ${balanceOf('sums')}, sum(sums.amount) as amount
        from (${selectWithheldSums(userId, only)}) as sums
          join deduction_rules as rule on rule.user_id = ${userId} and rule.id = sums.rule_id
        where rule.balance = 'escrow' group by 1, 2, 3),
      returned as (select steps.rule_id, ${balanceOf('steps')}, max(steps.day) as day
        from (${selectReturns(userId, only)}) as steps
          join deduction_rules as rule on rule.user_id = ${userId} and rule.id = steps.rule_id
        where rule.balance = 'escrow' and (rule.first_day > steps.day) is not true group by 1, 2, 3)
    select returned.rule_id, nullif(returned.balance_truck, 0) as truck_id,
      nullif(returned.balance_payee, '') as payee, returned.day
    from returned join withheld using (rule_id, balance_truck, balance_payee)
    where withheld.amount <= 0`.execute(work)
  return rows
}

/** SQL: the truck and payee that have their own balance; 0 and '' instead of null, so that a join can compare them. */
function balanceOf(table: 'sums' | 'steps') {
  return sql`case when ${IS_OF_PAYEE} then 0 else ${sql.ref(`${table}.truck_id`)} end as balance_truck,
    case when rule.truck_id is null then ${sql.ref(`${table}.payee`)} else '' end as balance_payee`
}

/** SQL: refunds on statements and transfers to another balance. One index holds the refunds of all years. */
function selectReturns(userId: string, truckId: number | undefined) {
  return sql`select line.rule_id, line.truck_id, billing.payee, billing.settlement_date as day
      from expenses as line
        join billing on billing.user_id = ${userId} and billing.id = line.billing_id
      where line.user_id = ${userId} and line.kind = 'refund' and not line.voided
        and ${isOfTruck(truckId, 'line.truck_id')}
    union all select rule_id, truck_id, payee, day from balance_entries
      where user_id = ${userId} and kind = 'transfer-out' and ${isOfTruck(truckId)}`
}

async function hasEscrowOfPayee(work: Database | Work, userId: string): Promise<boolean> {
  const { rows } = await sql`select from deduction_rules as rule
    where rule.user_id = ${userId} and rule.balance = 'escrow' and ${IS_OF_PAYEE} limit 1`.execute(
    work,
  )
  return rows.length > 0
}

/** Whether the escrow is the balance of a rule on a truck of a payee. */
export function isBalanceOf(
  { ruleId, truckId, payee }: ReturnedEscrow,
  place: { ruleId: number | null; truckId: number; payee: string | undefined },
): boolean {
  return (
    ruleId === place.ruleId &&
    (truckId === null || truckId === place.truckId) &&
    (payee === null || payee === place.payee)
  )
}

/** Returns a function that says whether a rule makes no line on a settlement because its escrow was returned. */
export async function readStoppedRules(work: Database | Work, userId: string, truckId?: number) {
  const returned = await readReturnedEscrow(work, userId, truckId)
  return ({ id }: Pick<Rule, 'id'>, on: { truckId: number; payee: string }): boolean =>
    returned.some((escrow) => isBalanceOf(escrow, { ...on, ruleId: id }))
}
