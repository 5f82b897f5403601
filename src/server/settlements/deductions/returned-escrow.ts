/** Escrow that was returned in full: it is not deducted again until the user starts it again (SPEC C23). */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { Rule } from '#core/settlements/rules.ts'
import type { Database, Work } from '#server/database/open.ts'
import { selectRuleSums } from './rule-sums.ts'

/** `payee`: its key; null for a rule of one truck. `day`: date of the last refund. */
type ReturnedEscrow = { ruleId: number; truckId: number; payee: string | null; day: Day }

/** Escrow that was refunded until nothing was held, and whose start date is not after the last refund. */
export async function readReturnedEscrow(
  work: Database | Work,
  userId: string,
  truckId?: number,
): Promise<ReturnedEscrow[]> {
  const { rows } = await sql<ReturnedEscrow>`
    with empty as (select sums.rule_id, sums.truck_id, rule.first_day,
        case when rule.truck_id is null then sums.payee end as payee
      from (${selectRuleSums(userId, truckId)}) as sums
        join deduction_rules as rule on rule.user_id = ${userId} and rule.id = sums.rule_id
      where rule.balance = 'escrow' group by 1, 2, 3, 4 having sum(sums.amount) = 0)
    select empty.rule_id, empty.truck_id, empty.payee, returned.day from empty cross join lateral (
      select max(billing.settlement_date) as day from expenses as line
        join billing on billing.user_id = ${userId} and billing.id = line.billing_id
      where line.user_id = ${userId} and line.rule_id = empty.rule_id and line.truck_id = empty.truck_id
        and line.kind = 'refund' and not line.voided
        and (empty.payee is null or billing.payee = empty.payee)) as returned
    where empty.first_day > returned.day is not true and returned.day is not null`.execute(work)
  return rows
}

/** Gives a function that tells whether a rule makes no line on a settlement because its escrow was returned. */
export async function readStoppedRules(work: Database | Work, userId: string, truckId?: number) {
  const returned = await readReturnedEscrow(work, userId, truckId)
  return ({ id }: Pick<Rule, 'id'>, settlement: { truckId: number; payee: string }): boolean =>
    returned.some(
      ({ ruleId, truckId: truck, payee }) =>
        ruleId === id &&
        truck === settlement.truckId &&
        (payee === null || payee === settlement.payee),
    )
}
