/** The balances of one account's advances, loans and escrow (SPEC C5), added up in the database. */
import { sql } from 'kysely'
import { formatMoney, toAmount, toCents } from '#core/money.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import {
  toBalance,
  isOpen,
  type Balance,
  type RefundValues,
  type RuleUsage,
} from '#core/settlements/balances.ts'
import type { Line } from '#core/settlements/lines.ts'
import type { PreviousOwnerBalance } from '#core/settlements/previous-owner.ts'
import { isPayeeOf } from '#core/settlements/rules.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { badField, notFound, RequestError } from '#server/errors.ts'
import { BLANK_LINE, insertLine } from '#server/settlements/lines/rows.ts'
import { saveSettlement, lockPending } from '#server/settlements/settlement/lock.ts'
import { readPreviousTotals } from './previous-totals.ts'
import { selectPayeeName } from '#server/settlements/payee/next-settlement.ts'
import { mapBalanceLimitError } from '#server/settlements/deductions/limits.ts'

/**
 * As a settlement's statement accounts for them, its payee's alone. One with a number goes on from those with lower
 * numbers, so that each opens where the last one that was approved closed; a pending one also from the pending
 * ones of earlier dates, which come first if nothing else happens.
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
  const { rows } = await sql<RuleUsage>`${selectUsage(before, here)}
    ${fromRuleLines(userId, truckId)}
    having ${WHOSE} is not distinct from ${ownerId}::bigint
      or rule.truck_id is not null and rule.owner_id is null
      or count(*) filter (where ${here}) > 0
    order by rule.id`.execute(work)
  const withFormer = await readPreviousTotals(work, userId, truckId, number)
  return rows.map(toBalance).filter(isOpen).map(withFormer)
}

/** As they stand today, of each payee: each rule with a total that is of this truck, or that took something of it. */
export async function readTruckBalances(
  database: Database,
  userId: string,
  truckId: number,
): Promise<Balance[]> {
  const { rows } = await sql<RuleUsage>`${selectUsage(sql`true`, sql`false`)}
    ${fromRuleLines(userId, truckId)}
    having rule.truck_id = ${truckId} or count(billing.id) > 0 order by rule.id, 5`.execute(
    database,
  )
  return rows.map(toBalance)
}

/** Those that are open with an owner whom the truck no longer pays (SPEC C10); of one truck, or of all. */
export async function readPreviousOwnerBalances(
  database: Database,
  userId: string,
  truckId?: number,
): Promise<PreviousOwnerBalance[]> {
  const { rows } = await sql<RuleUsage & { truckId: number; payee: string }>`
    with lines as materialized (select line.rule_id, line.truck_id, billing.owner_id, sum(amount) as amount
      from expenses as line join billing on billing.user_id = line.user_id and billing.id = line.billing_id
      where line.user_id = ${userId} and line.rule_id is not null and not line.voided
        and (${truckId === undefined} or line.truck_id = ${truckId ?? 0}) group by 1, 2, 3),
    taken as (select rule.id, lines.truck_id, lines.owner_id, amount from deduction_rules as rule
        join lines on lines.rule_id = rule.id where rule.user_id = ${userId} and rule.truck_id is null
      union all select rule.id, rule.truck_id, rule.owner_id,
        (select sum(amount) from lines where lines.rule_id = rule.id) as amount
      from deduction_rules as rule where rule.user_id = ${userId} and rule.owner_id is not null
        and (${truckId === undefined} or rule.truck_id = ${truckId ?? 0}))
    select rule.id as rule_id, rule.description, rule.basis, rule.value, rule.balance, rule.total, taken.owner_id,
      ${selectPayeeName(userId, sql`taken.owner_id`)} as payee, taken.truck_id,
      coalesce(taken.amount, 0.00) as before, 0.00 as here
    from taken join deduction_rules as rule on rule.user_id = ${userId} and rule.id = taken.id
      join trucks on trucks.user_id = ${userId} and trucks.id = taken.truck_id
    where rule.total is not null and taken.owner_id is distinct from trucks.owner_id
    order by rule.id, taken.owner_id`.execute(database)
  return rows
    .map((row) => ({ ...toBalance(row), truckId: row.truckId, payee: row.payee }))
    .filter(({ closing }) => toCents(closing) !== 0n)
}

/** Of a truck's rule its owner, of one of every truck whoever was paid. */
const WHOSE = sql`case when rule.truck_id is null then billing.owner_id else rule.owner_id end`

function selectUsage(before: ReturnType<typeof sql>, here: ReturnType<typeof sql>) {
  return sql`select rule.id as rule_id, rule.description, rule.basis, rule.value, rule.balance, rule.total, ${WHOSE} as owner_id,
    max(owners.name) as payee,
    coalesce(sum(line.amount) filter (where ${before}), 0.00) as before,
    coalesce(sum(line.amount) filter (where ${here}), 0.00) as here`
}

/** Each table by the account itself: over an outer join the planner passes it on to the first one alone. */
function fromRuleLines(userId: string, truckId: number) {
  return sql`from deduction_rules as rule
    left join expenses as line on line.user_id = ${userId} and line.rule_id = rule.id
      and line.truck_id = ${truckId} and not line.voided
    left join billing on billing.user_id = ${userId} and billing.id = line.billing_id
    left join owners on owners.user_id = ${userId} and owners.id = ${WHOSE}
    where rule.user_id = ${userId} and rule.total is not null
      and (rule.truck_id is null or rule.truck_id = ${truckId})
    group by rule.user_id, rule.id, ${WHOSE}`
}

/** Gives back, on this settlement, some of what the rule took. Throws 404, 409, 400 at the amount. */
export async function addRefund(
  database: Database,
  userId: string,
  billingId: number,
  ruleId: number,
  values: RefundValues,
  request: Repeatable,
): Promise<Line> {
  if (toCents(values.amount) === 0n) throw badField('amount', 'Amount must be more than 0')
  const giveBack = async (work: Work) => {
    const settlement = await lockPending(work, userId, billingId)
    const rule = await readRuleWithTotal(work, userId, ruleId)
    if (!isPayeeOf(rule, settlement.ownerId))
      throw new RequestError(
        409,
        'It is another owner’s: give it back on a settlement that pays them',
      )
    const line = await insertLine(work, userId, settlement, {
      ...BLANK_LINE,
      kind: 'refund',
      category: rule.category,
      description: values.description ?? `${rule.description}: refund`,
      amount: toAmount(-toCents(values.amount)),
      ruleId,
    })
    await saveSettlement(work, userId, billingId)
    return line
  }
  return mapBalanceLimitError(
    () => runIdempotent(database, userId, request, giveBack),
    () => badField('amount', `Less than ${formatMoney(toCents(values.amount))} was taken so far`),
  )
}

async function readRuleWithTotal(work: Work, userId: string, id: number) {
  const rule = await work
    .selectFrom('deductionRules')
    .selectAll()
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!rule) throw notFound()
  if (rule.total === null)
    throw new RequestError(409, 'Only an advance, a loan or escrow has something to give back')
  return rule
}
