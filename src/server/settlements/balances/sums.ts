/** The balances of an account, added up from lines of settlements and from entries (SPEC C20). */
import { sql } from 'kysely'
import { toOpenBalance, type BalanceSums, type OpenBalance } from '#core/balances/open-balances.ts'
import type { Database, Work } from '#server/database/open.ts'
import {
  IS_OF_PAYEE,
  selectLineSums,
  selectSumsOfPayee,
  selectSumsOfRules,
} from '#server/settlements/deductions/rule-sums.ts'
import { selectDeferredChanges } from './deferred.ts'
import { selectPayeeName } from '#server/settlements/payee/payee-names.ts'

/** SQL: truck and payee of the balance that a `change` of a `rule` belongs to. */
export const CHANGED_TRUCK = sql`case when ${IS_OF_PAYEE} then null else change.truck_id end`
export const CHANGED_PAYEE = sql`case when rule.truck_id is null and not ${IS_OF_PAYEE} then change.payee
  else payee_key(rule.owner_id, rule.driver_id, rule.truck_id) end`

/** `ruleId`: only this deduction. `payee`: only the payee with this key. */
type BalanceFilter = { ruleId?: number; payee?: string | undefined }

/** Reads the open balances, sorted by payee, deduction and truck. */
export async function readOpenBalances(
  work: Database | Work,
  userId: string,
  { ruleId, payee }: BalanceFilter = {},
): Promise<OpenBalance[]> {
  const ofRule = ruleId === undefined ? sql`true` : sql`rule.id = ${ruleId}`
  const { rows } = await sql<BalanceSums>`
    with change as (${payee === undefined ? selectChanges(userId) : selectChangesOfPayee(userId, payee)}),
    placed as (
      select rule.id as rule_id, ${CHANGED_TRUCK} as truck_id, ${CHANGED_PAYEE} as payee_key,
        change.kind, change.amount, change.effect
      from change join deduction_rules as rule on rule.user_id = ${userId} and rule.id = change.rule_id
      where rule.total is not null and ${ofRule}
      union all select rule.id, rule.truck_id, payee_key(rule.owner_id, rule.driver_id, rule.truck_id), 'none', 0, 0
      from deduction_rules as rule
      where rule.user_id = ${userId} and rule.total is not null and ${ofRule}
        and (rule.truck_id is not null or ${IS_OF_PAYEE})
      union all select deferred.* from (${selectDeferredChanges(userId, payee)}) as deferred
        join deduction_rules as rule on rule.user_id = ${userId} and rule.id = deferred.rule_id
      where ${ofRule}),
    added as (select rule_id, truck_id, payee_key,
        ${sumOf('collected')} as collected, ${sumOf('drafts')} as drafts, ${sumOf('repayment')} as repaid,
        ${sumOf('write-off')} as written_off, ${sumOf('interest')} as interest,
        ${sumOf('transfer-in')} - ${sumOf('transfer-out')} as transferred,
        ${sumOf('transfer-in')} as received, ${sumOf('deferred')} as deferred,
        coalesce(sum(effect) filter (where kind not in ('collected', 'drafts', 'deferred')), 0.00) as entries
      from placed group by rule_id, truck_id, payee_key)
    select added.rule_id, added.truck_id, added.payee_key, added.collected, added.drafts, added.repaid, added.written_off,
      added.interest, added.transferred, added.received, added.entries, ${selectPayeeName(userId, sql`added.payee_key`)} as payee, trucks.truck_id as truck,
      rule.description, case when rule.total is null then 'deferred' else rule.balance end as balance,
      coalesce(rule.total, added.deferred) as total, 0.00 as handed_out
    from added join deduction_rules as rule on rule.user_id = ${userId} and rule.id = added.rule_id
      left join trucks on trucks.user_id = ${userId} and trucks.id = added.truck_id
    where ${payee === undefined ? sql`true` : sql`added.payee_key = ${payee}`}
    order by payee, added.payee_key, rule.id, added.truck_id`.execute(work)
  return rows.map(toOpenBalance)
}

const KIND = sql`case when pending_on is null then 'collected' else 'drafts' end`

function selectChanges(userId: string) {
  return sql`select rule_id, truck_id, payee, ${KIND} as kind, amount, amount as effect
      from (${selectLineSums(userId)}) as sums
    union all select rule_id, truck_id, payee, kind, amount, effect from balance_entries where user_id = ${userId}`
}

/**
 * SQL: what changed the balances of one payee. For a deduction of one truck or payee, all changes count, even on
 * statements of another payee. For a deduction for all payees, only the changes that name this payee count.
 */
function selectChangesOfPayee(userId: string, payee: string) {
  const own = sql`select rule.id from deduction_rules as rule
    where rule.user_id = ${userId} and rule.total is not null and (rule.truck_id is not null or ${IS_OF_PAYEE})
      and payee_key(rule.owner_id, rule.driver_id, rule.truck_id) = ${payee}`
  const shared = sql`select rule.id from deduction_rules as rule
    where rule.user_id = ${userId} and rule.total is not null and rule.truck_id is null and not ${IS_OF_PAYEE}`
  return sql`select rule_id, truck_id, payee, ${KIND} as kind, amount, amount as effect from (
      ${selectSumsOfRules(userId, own)}
      union all select * from (${selectSumsOfPayee(userId, payee)}) as paid where rule_id in (${shared})) as sums
    union all select entry.* from (${own}) as rule cross join lateral (
      select rule_id, truck_id, payee, kind, amount, effect from balance_entries
      where user_id = ${userId} and rule_id = rule.id offset 0) as entry
    union all select rule_id, truck_id, payee, kind, amount, effect from balance_entries
      where user_id = ${userId} and payee = ${payee} and rule_id in (${shared})`
}

function sumOf(kind: string) {
  return sql`coalesce(sum(amount) filter (where kind = ${kind}), 0.00)`
}
