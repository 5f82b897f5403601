/** Balances of one account's advances, loans and escrow (SPEC C5), added up in the database. */
import { sql, type RawBuilder } from 'kysely'
import { toCents } from '#core/money.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { toBalance, isOpen, type Balance, type RuleUsage } from '#core/settlements/balances.ts'
import type { PreviousOwnerBalance } from '#core/settlements/previous-owner.ts'
import { readReturnedEscrow } from '#server/settlements/deductions/returned-escrow.ts'
import { selectRuleSums } from '#server/settlements/deductions/rule-sums.ts'
import type { Database, Work } from '#server/database/open.ts'
import { readPreviousTotals } from './previous-totals.ts'
import { selectPayeeName } from '#server/settlements/payee/next-settlement.ts'

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
    ownerId,
    number,
  }: Pick<Settlement, 'id' | 'truckId' | 'settlementDate' | 'ownerId' | 'number'>,
): Promise<Balance[]> {
  const here = sql`billing.id = ${id}`
  const before =
    number === null
      ? sql`billing.id <> ${id} and (billing.number is not null or billing.settlement_date < ${settlementDate})`
      : sql`billing.number < ${number}`
  const isListed = sql`${BALANCE_OWNER} is not distinct from ${ownerId}::bigint
    or rule.truck_id is not null and rule.owner_id is null
    or count(*) filter (where ${here}) > 0`
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
  const returned = await readReturnedEscrow(database, userId, truckId)
  return rows.map((row) => {
    const found = returned.find(
      ({ ruleId, payee }) => ruleId === row.ruleId && (payee === null || payee === row.payeeKey),
    )
    return { ...toBalance(row), ...(found && { returnedOn: found.day }) }
  })
}

/** Open balances of owners that the truck no longer pays, of one truck or of all (SPEC C10). */
export async function readPreviousOwnerBalances(
  database: Database,
  userId: string,
  truckId?: number,
): Promise<PreviousOwnerBalance[]> {
  const isOfTruck = (column: RawBuilder<unknown>) =>
    truckId === undefined ? sql`true` : sql`${column} = ${truckId}`
  const { rows } = await sql<RuleUsage & { truckId: number; payee: string }>`
    with used as materialized (select rule_id, truck_id, owner_id, sum(amount) as amount
      from (${selectRuleSums(userId, truckId)}) as sums group by rule_id, truck_id, owner_id),
    -- A rule for all trucks has a balance for each truck and payee, a rule of one truck has one balance.
    balances as (select rule.id as rule_id, used.truck_id, used.owner_id, used.amount
      from deduction_rules as rule join used on used.rule_id = rule.id
      where rule.user_id = ${userId} and rule.truck_id is null
      union all select rule.id, rule.truck_id, rule.owner_id,
        (select sum(amount) from used where used.rule_id = rule.id)
      from deduction_rules as rule where rule.user_id = ${userId} and rule.owner_id is not null
        and ${isOfTruck(sql`rule.truck_id`)})
    select rule.id as rule_id, rule.description, rule.basis, rule.value, rule.balance, rule.total,
      balances.owner_id, ${selectPayeeName(userId, sql`balances.owner_id`)} as payee, balances.truck_id,
      coalesce(balances.amount, 0.00) as before, 0.00 as here
    from balances join deduction_rules as rule on rule.user_id = ${userId} and rule.id = balances.rule_id
      join trucks on trucks.user_id = ${userId} and trucks.id = balances.truck_id
    where rule.total is not null and balances.owner_id is distinct from trucks.owner_id
    order by rule.id, balances.truck_id, balances.owner_id, balances.truck_id`.execute(database)
  return rows
    .map((row) => ({ ...toBalance(row), truckId: row.truckId, payee: row.payee }))
    .filter(({ closing }) => toCents(closing) !== 0n)
}

/** In `selectRuleUsage`: a rule of one truck has an owner; of a rule for all trucks each payee has a balance. */
const BALANCE_OWNER = sql`case when rule.truck_id is null then billing.owner_id else rule.owner_id end`

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
  return sql<RuleUsage>`select rule.id as rule_id, rule.description, rule.basis, rule.value, rule.balance, rule.total,
      ${BALANCE_OWNER} as owner_id, max(owners.name) as payee,
      coalesce(sum(line.amount) filter (where ${before}), 0.00) as before,
      coalesce(sum(line.amount) filter (where ${here}), 0.00) as here
    from deduction_rules as rule
      left join expenses as line on line.user_id = ${userId} and line.rule_id = rule.id
        and line.truck_id = ${truckId} and not line.voided
      left join billing on billing.user_id = ${userId} and billing.id = line.billing_id
      left join owners on owners.user_id = ${userId} and owners.id = ${BALANCE_OWNER}
    where rule.user_id = ${userId} and rule.total is not null
      and (rule.truck_id is null or rule.truck_id = ${truckId})
    group by rule.user_id, rule.id, ${BALANCE_OWNER}
    having ${isListed}
    order by rule_id, owner_id`
}
