/** Escrow that was returned or moved in full: it is not deducted again until the user starts it again (SPEC C20, C23). */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { Rule } from '#core/settlements/rules.ts'
import type { Database, Work } from '#server/database/open.ts'
import { IS_OF_PAYEE, selectWithheldSums } from './rule-sums.ts'

/** `truckId`: null for all trucks of a payee. `payee`: its key; null for a rule of one truck. `day`: of the last refund or transfer. */
type ReturnedEscrow = { ruleId: number; truckId: number | null; payee: string | null; day: Day }

/**
 * Escrow of which everything withheld was refunded or transferred, and whose start date is not after that. Interest that is
 * posted after the return does not start it again.
 */
export async function readReturnedEscrow(
  work: Database | Work,
  userId: string,
  truckId?: number,
): Promise<ReturnedEscrow[]> {
  // A balance on all trucks of a payee is the sum of all trucks.
  const only = (await hasEscrowOfPayee(work, userId)) ? undefined : truckId
  const { rows } = await sql<ReturnedEscrow>`
    with empty as (select sums.rule_id, rule.first_day,
        case when not ${IS_OF_PAYEE} then sums.truck_id end as truck_id,
        case when rule.truck_id is null then sums.payee end as payee
      from (${selectWithheldSums(userId, only)}) as sums
        join deduction_rules as rule on rule.user_id = ${userId} and rule.id = sums.rule_id
      where rule.balance = 'escrow' group by 1, 2, 3, 4 having sum(sums.amount) <= 0)
    select empty.rule_id, empty.truck_id, empty.payee, returned.day from empty cross join lateral (
      select max(day) as day from (
        select billing.settlement_date as day from expenses as line
          join billing on billing.user_id = ${userId} and billing.id = line.billing_id
        where line.user_id = ${userId} and line.rule_id = empty.rule_id
          and (empty.truck_id is null or line.truck_id = empty.truck_id)
          and line.kind = 'refund' and not line.voided
          and (empty.payee is null or billing.payee = empty.payee)
        union all
        select entry.day from balance_entries as entry
        where entry.user_id = ${userId} and entry.rule_id = empty.rule_id and entry.kind = 'transfer-out'
          and (empty.truck_id is null or entry.truck_id = empty.truck_id)
          and (empty.payee is null or entry.payee = empty.payee)) as steps) as returned
    where empty.first_day > returned.day is not true and returned.day is not null`.execute(work)
  return rows
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

/** Gives a function that tells whether a rule makes no line on a settlement because its escrow was returned. */
export async function readStoppedRules(work: Database | Work, userId: string, truckId?: number) {
  const returned = await readReturnedEscrow(work, userId, truckId)
  return ({ id }: Pick<Rule, 'id'>, on: { truckId: number; payee: string }): boolean =>
    returned.some((escrow) => isBalanceOf(escrow, { ...on, ruleId: id }))
}
