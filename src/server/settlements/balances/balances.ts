/** Balances of one account's advances, loans and escrow (SPEC C5), added up in the database. */
import { type RawBuilder, sql } from 'kysely'
import { type Amount, toCents } from '#core/money.ts'
import {
  type Balance,
  isOpen,
  type RuleUsage,
  toBalance,
  withEntries,
} from '#core/settlements/balances.ts'
import type { PreviousPayeeBalance } from '#core/settlements/previous-payee.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Database, Work } from '#server/database/open.ts'
import { isBalanceOf, readReturnedEscrow } from '#server/settlements/deductions/returned-escrow.ts'
import { IS_OF_PAYEE, selectRuleSums } from '#server/settlements/deductions/rule-sums.ts'
import { NO_PAYEE, selectPayeeName, TRUCK_PAYEE } from '#server/settlements/payee/payee-names.ts'
import {
  type DeferredBalance,
  readDeferredHere,
  readDeferredOfPreviousPayees,
  readDeferredOfTruck,
} from './deferred.ts'
import { readUnstatedEntries } from './stated-entries.ts'

/**
 * The open balances of a settlement's payee, as its statement prints them. The opening balance counts the lines of
 * statements with lower numbers. For a pending settlement, it also counts pending settlements with earlier dates, which
 * are expected to be approved first.
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
  const isListed = sql`payee_key = ${payee} or sum(lines_here) > 0`
  const { rows } = await selectRuleUsage(userId, truckId, { before, here, isListed }).execute(work)
  const deferred = await readDeferredHere(work, userId, { truckId, payee }, { before, here })
  if (rows.length + deferred.length === 0) return []
  const [entries, withFormerTotal] = await Promise.all([
    readUnstatedEntries(work, userId, truckId),
    readPreviousTotals(work, userId, truckId, number),
  ])
  return [...rows.map(toBalance), ...deferred.map(toPrinted)]
    .map((balance) => withEntries(balance, entries))
    .filter(isOpen)
    .map(withFormerTotal)
}

/** A truck's current balances with all payees, for each rule with a total that is for this truck or has a line on it. */
export async function readTruckBalances(
  database: Database,
  userId: string,
  truckId: number,
): Promise<Balance[]> {
  const { rows } = await selectRuleUsage(userId, truckId, {
    before: sql`true`,
    here: sql`false`,
    isListed: sql`bool_or(of_truck) or sum(lines_of_truck) > 0 or payee_key = (select ${TRUCK_PAYEE} from trucks
      where trucks.user_id = ${userId} and trucks.id = ${truckId})`,
  }).execute(database)
  const returned = await readReturnedEscrow(database, userId, truckId)
  const deferred = await readDeferredOfTruck(database, userId, truckId)
  const balances = rows.map((row) => {
    const place = { ruleId: row.ruleId, truckId, payee: row.payeeKey }
    const found = returned.find((escrow) => isBalanceOf(escrow, place))
    return { ...toBalance(row), ...(found && { returnedOn: found.day }) }
  })
  return [...balances, ...deferred.map(toPrinted)]
}

function toPrinted({ truckId: _, settled: __, ...balance }: DeferredBalance): Balance {
  return balance
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
      where rule.user_id = ${userId} and rule.truck_id is null and not ${IS_OF_PAYEE}
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
    order by rule.id, balances.truck_id, payee, balances.payee`.execute(database)
  const balances = rows
    .map((row) => ({ ...toBalance(row), truckId: row.truckId, payee: row.payee }))
    .filter(({ closing }) => toCents(closing) !== 0n)
  const deferred = await readDeferredOfPreviousPayees(database, userId, truckId)
  const left = deferred.flatMap((one) =>
    one.truckId === null
      ? []
      : { ...toPrinted(one), truckId: one.truckId, payee: one.payee ?? NO_PAYEE },
  )
  return [...balances, ...left]
}

const RULE_PAYEE = sql`payee_key(rule.owner_id, rule.driver_id, rule.truck_id)`

/** SQL: the owner's id in a payee's key; null if the payee is not an owner. */
function selectOwnerId(payee: RawBuilder<unknown>) {
  return sql`case when ${payee} like 'owner:%' then split_part(${payee}, ':', 2)::bigint end`
}

/** SQL conditions in `selectRuleUsage`. */
type UsageConditions = {
  /** On `billing`: lines before the settlement, and lines on it. */
  before: RawBuilder<unknown>
  here: RawBuilder<unknown>
  /** Balances to list, by their payee_key and the counts of `selectRuleUsage`. */
  isListed: RawBuilder<unknown>
}

/**
 * What each rule with a total deducted, less refunds, plus entries, by balance. Includes the truck's rules, and the rules for
 * all trucks of a payee, with their lines on every truck. A rule without lines is listed too, unless it is for all trucks and
 * payees.
 */
function selectRuleUsage(
  userId: string,
  truckId: number,
  { before, here, isListed }: UsageConditions,
) {
  const hasBalance = sql`rule.user_id = ${userId} and rule.total is not null`
  const isOfTruck = sql`(rule.truck_id = ${truckId} or rule.truck_id is null and not ${IS_OF_PAYEE})`
  const selectLines = (isMeant: RawBuilder<unknown>, on: RawBuilder<unknown>) => sql`
    select rule.id as rule_id, ${selectBalancePayee(sql`billing.payee`)} as payee_key,
      rule.truck_id is not null as of_truck, line.truck_id = ${truckId} as is_on_truck,
      ${here} as is_here, case when ${before} then line.amount else 0.00 end as before,
      case when ${here} then line.amount else 0.00 end as here,
      line.amount = 0 or not (${here} or ${before})
        or line.kind = 'rule' and (${here} or line.amount = rule.value) as is_regular
    from deduction_rules as rule
      join expenses as line on line.user_id = ${userId} and line.rule_id = rule.id and ${on} and not line.voided
      join billing on billing.user_id = ${userId} and billing.id = line.billing_id
    where ${hasBalance} and ${isMeant}`
  const selectEntries = (isMeant: RawBuilder<unknown>, on: RawBuilder<unknown>) => sql`
    select rule.id, ${selectBalancePayee(sql`entry.payee`)}, rule.truck_id is not null, entry.truck_id = ${truckId}, false,
      entry.effect, 0.00, entry.effect = 0 or entry.undone or entry.undoes is not null
    from deduction_rules as rule
      join balance_entries as entry on entry.user_id = ${userId} and entry.rule_id = rule.id and ${on}
    where ${hasBalance} and ${isMeant}`
  // Two selects: the lines of the truck's rules are found by their truck.
  return sql<RuleUsage>`with change as (
      ${selectLines(isOfTruck, sql`line.truck_id = ${truckId}`)} union all ${selectLines(IS_OF_PAYEE, sql`true`)}
      union all ${selectEntries(isOfTruck, sql`entry.truck_id = ${truckId}`)}
      union all ${selectEntries(IS_OF_PAYEE, sql`true`)}
      union all select rule.id, ${RULE_PAYEE}, rule.truck_id is not null, false, false, 0.00, 0.00, true
      from deduction_rules as rule where ${hasBalance} and (rule.truck_id = ${truckId} or ${IS_OF_PAYEE})),
    used as (select rule_id, payee_key, sum(before) as before, sum(here) as here, bool_and(is_regular) as is_regular
      from (select *, case when is_here then 1 else 0 end as lines_here,
        case when is_on_truck then 1 else 0 end as lines_of_truck from change) as counted
      group by rule_id, payee_key having ${isListed})
    select rule.id as rule_id, rule.description, rule.basis, rule.value, rule.balance, rule.total,
      used.payee_key, used.before, used.here, used.is_regular, ${selectOwnerId(sql`used.payee_key`)} as owner_id,
      nullif(${selectPayeeName(userId, sql`used.payee_key`)}, ${NO_PAYEE}::text) as payee
    from used join deduction_rules as rule on rule.user_id = ${userId} and rule.id = used.rule_id
    order by rule.id, payee, used.payee_key`
}

/** SQL: the payee of the balance that a line or an entry belongs to. `payee`: the payee of that line or entry. */
function selectBalancePayee(payee: RawBuilder<unknown>) {
  return sql`case when rule.truck_id is null and not ${IS_OF_PAYEE} then ${payee} else ${RULE_PAYEE} end`
}

// Finds totals that were changed between two statements: the later one prints both (SPEC C5).

type StatedTotal = Pick<Balance, 'ruleId' | 'payeeKey' | 'total'>

/**
 * Returns a function that adds `formerTotal` to a balance, if the total differs on the truck's last statement before
 * statement `number` (null: on its last statement).
 */
async function readPreviousTotals(
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
