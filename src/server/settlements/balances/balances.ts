/** Balances of one account's advances, loans and escrow (SPEC C5), added up in the database. */
import { sql, type RawBuilder } from 'kysely'
import { toCents } from '#core/money.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { toBalance, isOpen, type Balance, type RuleUsage } from '#core/settlements/balances.ts'
import type { PreviousPayeeBalance } from '#core/settlements/previous-payee.ts'
import { selectRuleSums } from '#server/settlements/deductions/rule-sums.ts'
import type { Database, Work } from '#server/database/open.ts'
import { readPreviousTotals } from './previous-totals.ts'
import { NO_PAYEE, selectPayeeName, TRUCK_PAYEE } from '#server/settlements/payee/payee-names.ts'

/**
 * The open balances of a settlement's payee, as its statement prints them. A statement opens with the lines of the
 * statements with lower numbers. A pending settlement also opens with the pending ones of earlier dates: they are
 * expected to be approved first.
 */
export async function readBalances(
  work: Database | Work,
  userId: string,
  {
    id,
    truckId,
    settlementDate,
    payee,
    number,
  }: Pick<Settlement, 'id' | 'truckId' | 'settlementDate' | 'payee' | 'number'>,
): Promise<Balance[]> {
  const here = sql`billing.id = ${id}`
  const before =
    number === null
      ? sql`billing.id <> ${id} and (billing.number is not null or billing.settlement_date < ${settlementDate})`
      : sql`billing.number < ${number}`
  const isListed = sql`${BALANCE_PAYEE} = ${payee} or count(*) filter (where ${here}) > 0`
  const { rows } = await selectRuleUsage(userId, truckId, { before, here, isListed }).execute(work)
  const withFormerTotal = await readPreviousTotals(work, userId, truckId, number)
  return rows.map(toBalance).filter(isOpen).map(withFormerTotal)
}

/** A truck's current balances, of all payees: of each rule with a total that is for this truck, or has a line on it. */
export async function readTruckBalances(
  database: Database,
  userId: string,
  truckId: number,
): Promise<Balance[]> {
  const { rows } = await selectRuleUsage(userId, truckId, {
    before: sql`true`,
    here: sql`false`,
    isListed: sql`rule.truck_id = ${truckId} or count(billing.id) > 0`,
  }).execute(database)
  return rows.map(toBalance)
}

/** Open balances of payees that the truck no longer pays, of one truck or of all (SPEC C10). */
export async function readPreviousPayeeBalances(
  database: Database,
  userId: string,
  truckId?: number,
): Promise<PreviousPayeeBalance[]> {
  const isOfTruck = (column: RawBuilder<unknown>) =>
    truckId === undefined ? sql`true` : sql`${column} = ${truckId}`
  const { rows } = await sql<RuleUsage & { truckId: number; payee: string }>`
    with used as materialized (select rule_id, truck_id, payee, sum(amount) as amount
      from (${selectRuleSums(userId, truckId)}) as sums group by rule_id, truck_id, payee),
    -- A rule for all trucks has a balance for each truck and payee, a rule of one truck has one balance.
    balances as (select rule.id as rule_id, used.truck_id, used.payee, used.amount
      from deduction_rules as rule join used on used.rule_id = rule.id
      where rule.user_id = ${userId} and rule.truck_id is null
      union all select rule.id, rule.truck_id, ${RULE_PAYEE},
        (select sum(amount) from used where used.rule_id = rule.id)
      from deduction_rules as rule where rule.user_id = ${userId} and rule.truck_id is not null
        and ${isOfTruck(sql`rule.truck_id`)})
    select rule.id as rule_id, rule.description, rule.basis, rule.value, rule.balance, rule.total,
      balances.payee as payee_key, ${selectOwnerId(sql`balances.payee`)} as owner_id,
      ${selectPayeeName(userId, sql`balances.payee`)} as payee, balances.truck_id,
      coalesce(balances.amount, 0.00) as before, 0.00 as here
    from balances join deduction_rules as rule on rule.user_id = ${userId} and rule.id = balances.rule_id
      join trucks on trucks.user_id = ${userId} and trucks.id = balances.truck_id
    where rule.total is not null and balances.payee <> ${TRUCK_PAYEE}
    order by rule.id, balances.truck_id, balances.payee`.execute(database)
  return rows
    .map((row) => ({ ...toBalance(row), truckId: row.truckId, payee: row.payee }))
    .filter(({ closing }) => toCents(closing) !== 0n)
}

const RULE_PAYEE = sql`payee_key(rule.owner_id, rule.driver_id, rule.truck_id)`

/** In `selectRuleUsage`: a balance of one truck has one payee; of a rule for all trucks each payee has a balance. */
const BALANCE_PAYEE = sql`case when rule.truck_id is null then billing.payee else ${RULE_PAYEE} end`

/** SQL: the owner's id in a payee's key; null for another payee. */
function selectOwnerId(payee: RawBuilder<unknown>) {
  return sql`case when ${payee} like 'owner:%' then split_part(${payee}, ':', 2)::bigint end`
}

/** SQL conditions in `selectRuleUsage`, on a rule, its lines (`line`) and their settlements (`billing`). */
type UsageConditions = {
  /** Lines before the settlement, and lines on it. */
  before: RawBuilder<unknown>
  here: RawBuilder<unknown>
  /** Balances to list; may use aggregates. */
  isListed: RawBuilder<unknown>
}

/** What each rule with a total deducted from a truck, less refunds, by balance. */
function selectRuleUsage(
  userId: string,
  truckId: number,
  { before, here, isListed }: UsageConditions,
) {
  // Each table names the account: through an outer join the planner does not apply the rule's to the others.
  return sql<RuleUsage>`select balances.*, ${selectOwnerId(sql`payee_key`)} as owner_id,
      nullif(${selectPayeeName(userId, sql`payee_key`)}, ${NO_PAYEE}::text) as payee
    from (select rule.id as rule_id, rule.description, rule.basis, rule.value, rule.balance, rule.total,
      ${BALANCE_PAYEE} as payee_key,
      coalesce(sum(line.amount) filter (where ${before}), 0.00) as before,
      coalesce(sum(line.amount) filter (where ${here}), 0.00) as here
    from deduction_rules as rule
      left join expenses as line on line.user_id = ${userId} and line.rule_id = rule.id
        and line.truck_id = ${truckId} and not line.voided
      left join billing on billing.user_id = ${userId} and billing.id = line.billing_id
    where rule.user_id = ${userId} and rule.total is not null
      and (rule.truck_id is null or rule.truck_id = ${truckId})
    group by rule.user_id, rule.id, ${BALANCE_PAYEE}
    having ${isListed}) as balances
    order by rule_id, payee_key`
}
