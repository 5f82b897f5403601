/** Escrow that was returned in full: it is not deducted again until the user starts it again (SPEC C23). */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import { isStartedAgain, type Rule } from '#core/settlements/rules.ts'
import type { Database, Work } from '#server/database/open.ts'
import type { SettlementKey } from './apply.ts'
import { selectRuleSums } from './rule-sums.ts'

/** `payee`: null for a rule of one truck. */
export type ReturnedEscrow = { ruleId: number; truckId: number; payee: string | null; day: Day }

/** Escrow of which nothing is held because it was refunded, with the date of the last refund. */
export async function readReturnedEscrow(
  work: Database | Work,
  userId: string,
  truckId?: number,
): Promise<ReturnedEscrow[]> {
  const { rows } = await sql<ReturnedEscrow>`
    with empty as (select sums.rule_id, sums.truck_id, case when rule.truck_id is null then sums.payee end as payee
      from (${selectRuleSums(userId, truckId)}) as sums
        join deduction_rules as rule on rule.user_id = ${userId} and rule.id = sums.rule_id
      where rule.balance = 'escrow' group by 1, 2, 3 having sum(sums.amount) = 0)
    select empty.*, returned.day from empty cross join lateral (
      select max(billing.settlement_date) as day from expenses as line
        join billing on billing.user_id = ${userId} and billing.id = line.billing_id
      where line.user_id = ${userId} and line.rule_id = empty.rule_id and line.truck_id = empty.truck_id
        and line.kind = 'refund' and not line.voided
        and (empty.payee is null or billing.payee = empty.payee)) as returned
    where returned.day is not null`.execute(work)
  return rows
}

/** Gives a function that tells whether a rule makes no line on a settlement because its escrow was returned. */
export async function readStoppedRules(work: Database | Work, userId: string, truckId?: number) {
  const returned = await readReturnedEscrow(work, userId, truckId)
  return (rule: Rule, settlement: Pick<SettlementKey, 'truckId' | 'payee'>): boolean =>
    returned.some(
      ({ ruleId, truckId: truck, payee, day }) =>
        ruleId === rule.id &&
        truck === settlement.truckId &&
        (payee === null || payee === settlement.payee) &&
        !isStartedAgain(rule, day),
    )
}
