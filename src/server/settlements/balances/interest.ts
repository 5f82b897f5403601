/** Computes and posts the interest on escrow of a calendar quarter (SPEC C21). */
import { sql } from 'kysely'
import { formatDay, type Day } from '#core/calendar.ts'
import { toAmount, toCents, type Amount } from '#core/money.ts'
import type { EscrowInterest, QuarterInterest } from '#core/balances/responses.ts'
import {
  askQuarter,
  askRate,
  averageBalance,
  computeInterest,
  formatQuarter,
  quarterPeriod,
  sumDailyBalances,
  type HeldChange,
  type NewInterest,
  type Quarter,
} from '#core/balances/interest.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { badField, RequestError } from '#server/errors.ts'
import { throwUnlessConfirmed } from '#server/payments/confirm.ts'
import { selectPayeeName } from '#server/settlements/payee/payee-names.ts'
import { CHANGED_PAYEE, CHANGED_TRUCK } from './sums.ts'

/** Each escrow that held money in the quarter, with its computation. `today`: the account's day. */
export async function readQuarterInterest(
  work: Database | Work,
  userId: string,
  quarter: Quarter,
  today: Day,
): Promise<QuarterInterest> {
  const period = quarterPeriod(quarter)
  const rate = await readRate(work, userId, period.from)
  const escrows = await readHeldEscrows(work, userId, period.from, period.to)
  const balances = escrows.flatMap(({ changes, posted, ...escrow }): EscrowInterest[] => {
    const balanceDays = sumDailyBalances(changes ?? [], period)
    if (balanceDays === 0n && posted === null) return []
    const interest = rate === null ? null : toAmount(computeInterest(balanceDays, rate))
    const average = averageBalance(balanceDays, period)
    return [{ ...escrow, balanceDays: toAmount(balanceDays), average, interest, posted }]
  })
  return { quarter, ...period, isOver: period.to < today, rate, balances }
}

/**
 * Posts what is not posted yet, on the last day of the quarter. `rate`: saved as the quarter's. Throws 400 at the quarter
 * if it is not over and at the rate if it is missing, and 409 if there is nothing to post or the quarter is long past.
 */
export function postInterest(
  database: Database,
  userId: string,
  { quarter, rate, confirmed }: NewInterest,
  today: Day,
): Promise<QuarterInterest> {
  return inTransaction(database, async (work) => {
    const { from, to } = quarterPeriod(quarter)
    if (to >= today) throw badField('quarter', `${formatQuarter(quarter)} is not over yet`)
    if (rate !== null && rate !== undefined) await saveRate(work, userId, from, rate)
    const computed = await readQuarterInterest(work, userId, quarter, today)
    if (computed.rate === null)
      throw badField('rate', `Enter the 13-week Treasury bill rate of ${formatDay(from)}`)
    throwUnlessConfirmed(askQuarter(quarter, today), confirmed)
    throwUnlessConfirmed(askRate(computed.rate), confirmed)
    const due = computed.balances.filter(
      ({ interest, posted }) => posted === null && interest !== null && toCents(interest) > 0n,
    )
    let posted = 0
    for (const escrow of due.toSorted((one, other) => one.ruleId - other.ruleId))
      posted += await postOne(work, userId, escrow, { from, to, rate: computed.rate })
    if (posted === 0)
      throw new RequestError(409, `There is no interest to post for ${formatQuarter(quarter)}`)
    return readQuarterInterest(work, userId, quarter, today)
  })
}

type Posting = { from: Day; to: Day; rate: Amount }

/** Posts the interest of one escrow. Returns 0 if another request posted it first. */
async function postOne(
  work: Work,
  userId: string,
  { ruleId, truckId, payeeKey, interest, balanceDays }: EscrowInterest,
  { from, to, rate }: Posting,
): Promise<number> {
  const amount = interest ?? '0.00'
  const made = await work
    .insertInto('balanceEntries')
    .values({
      userId,
      ruleId,
      truckId,
      payee: payeeKey,
      kind: 'interest',
      day: to,
      amount,
      effect: amount,
      quarter: from,
      rate,
      balanceDays,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(made.numInsertedOrUpdatedRows ?? 0n)
}

type HeldEscrow = Omit<EscrowInterest, 'balanceDays' | 'average' | 'interest'> & {
  changes: HeldChange[] | null
}

/** Statements count on their settlement date. The quarter's own interest does not earn interest in it. */
async function readHeldEscrows(work: Database | Work, userId: string, from: Day, to: Day) {
  const { rows } = await sql<HeldEscrow>`
    with change as (
      select line.rule_id, billing.truck_id, billing.payee, billing.settlement_date as day, line.amount, false as is_own
      from deduction_rules as rule
        join expenses as line on line.user_id = ${userId} and line.rule_id = rule.id and not line.voided
        join billing on billing.user_id = ${userId} and billing.id = line.billing_id
      where rule.user_id = ${userId} and rule.balance = 'escrow' and billing.status in ('approved', 'paid')
        and billing.settlement_date <= ${to}
      union all
      select rule_id, truck_id, payee, day, effect, quarter = ${from} is true from balance_entries
      where user_id = ${userId} and day <= ${to}),
    daily as (
      select rule.id as rule_id, ${CHANGED_TRUCK} as truck_id, ${CHANGED_PAYEE} as payee_key,
        greatest(change.day, ${from}) as day, coalesce(sum(change.amount) filter (where not is_own), 0.00) as amount
      from change join deduction_rules as rule on rule.user_id = ${userId} and rule.id = change.rule_id
      where rule.balance = 'escrow' group by 1, 2, 3, 4),
    held as (
      select rule_id, truck_id, payee_key,
        jsonb_agg(jsonb_build_object('day', day, 'amount', amount::text) order by day) as changes
      from daily group by rule_id, truck_id, payee_key)
    select held.*, ${selectPayeeName(userId, sql`held.payee_key`)} as payee, trucks.truck_id as truck, rule.description,
      (select jsonb_build_object('id', id, 'amount', amount::text, 'rate', rate::text) from balance_entries as entry
        where entry.user_id = ${userId} and entry.rule_id = held.rule_id
          and entry.truck_id is not distinct from held.truck_id and entry.payee = held.payee_key
          and entry.quarter = ${from} and entry.undoes is null and not entry.undone) as posted
    from held join deduction_rules as rule on rule.user_id = ${userId} and rule.id = held.rule_id
      left join trucks on trucks.user_id = ${userId} and trucks.id = held.truck_id
    order by payee, held.payee_key, rule.id, held.truck_id`.execute(work)
  return rows
}

async function readRate(work: Database | Work, userId: string, quarter: Day) {
  const saved = await work
    .selectFrom('escrowRates')
    .select('rate')
    .where('userId', '=', userId)
    .where('quarter', '=', quarter)
    .executeTakeFirst()
  return saved?.rate ?? null
}

async function saveRate(work: Work, userId: string, quarter: Day, rate: Amount): Promise<void> {
  await work
    .insertInto('escrowRates')
    .values({ userId, quarter, rate })
    .onConflict((conflict) => conflict.columns(['userId', 'quarter']).doUpdateSet({ rate }))
    .execute()
}
