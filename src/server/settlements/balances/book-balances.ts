/** Entries of balances for the books, and the parts of statements that change balances (SPEC C373). */
import { sql } from 'kysely'
import type { BalanceEntryFact, BookedBalanceKind } from '#core/books/balance-records.ts'
import type { MovedAmount } from '#core/books/owner-records.ts'
import type { Day, Period } from '#core/calendar.ts'
import type { Amount } from '#core/money.ts'
import type { Database, Work } from '#server/database/open.ts'

/** At most `most` entries, by day and id. A transfer is the entry that leaves the old balance, with the payee of the new one. */
export async function readBookBalances(
  work: Database | Work,
  userId: string,
  { from, to, most }: Period & { most: number },
): Promise<BalanceEntryFact[]> {
  const { rows } = await sql<BalanceEntryFact>`
    select entry.id, entry.day, entry.kind, case when rule.total is null then 'deferred' else rule.balance end as balance,
      entry.amount, replace(entry.payee, ':', ' ') as payee, rule.description, entry.method, entry.reference,
      (select replace(moved.payee, ':', ' ') from balance_entries as moved
        where moved.user_id = ${userId} and moved.rule_id = entry.other_rule_id and moved.other_rule_id = entry.rule_id
          and moved.kind = 'transfer-in' and entry.kind = 'transfer-out' and moved.id > entry.id
        order by moved.id limit 1) as to_payee
    from balance_entries as entry
      join deduction_rules as rule on rule.user_id = ${userId} and rule.id = entry.rule_id
    where entry.user_id = ${userId} and entry.kind <> 'transfer-in' and entry.day between ${from} and ${to}
    order by entry.day, entry.id limit ${most}`.execute(work)
  return rows
}

export type BalanceEntrySum = { kind: BookedBalanceKind; count: number; amount: Amount }

export async function sumBookBalances(
  work: Database | Work,
  userId: string,
  { from, to }: Period,
): Promise<BalanceEntrySum[]> {
  const { rows } = await sql<BalanceEntrySum>`
    select kind, count(*)::int as count, sum(amount) as amount from balance_entries
    where user_id = ${userId} and kind <> 'transfer-in' and day between ${from} and ${to}
    group by kind order by kind`.execute(work)
  return rows
}

/**
 * What the lines of statements moved from their category to the account of a balance: deductions of an advance, a loan or
 * escrow, what a floor left for later (below 0.00) or what was left before, and backup withholding.
 */
export async function readMovedAmounts(
  work: Database | Work,
  userId: string,
  statements: readonly number[],
): Promise<(MovedAmount & { billingId: number })[]> {
  const { rows } = await sql<MovedAmount & { billingId: number }>`
    select billing_id, category, account, sum(amount) as amount from (
      select line.billing_id, line.category,
        case when line.kind = 'withholding' then 'withholding' when rule.balance = 'escrow' then 'escrow'
          when rule.balance in ('advance', 'loan') then 'hand-out' else 'deferred' end as account,
        case when line.kind = 'withholding' or rule.balance <> 'none' then line.amount else -line.deferred end as amount
      from expenses as line
        left join deduction_rules as rule on rule.user_id = ${userId} and rule.id = line.rule_id
      where line.user_id = ${userId} and line.billing_id = any(${statements}::bigint[])
        and (line.kind = 'withholding' or rule.balance <> 'none' or line.deferred <> 0)) as moved
    group by billing_id, category, account having sum(amount) <> 0
    order by billing_id, account, category`.execute(work)
  return rows
}

/** What statements and entries have changed in the accounts of balances, at the end of the day. A debit is positive. */
export async function sumBalancesOn(
  work: Database | Work,
  userId: string,
  day: Day,
): Promise<{ account: string; amount: Amount }[]> {
  const { rows } = await sql<{ account: string; amount: Amount }>`
    select account, sum(amount) as amount from (
      select case when rule.balance = 'escrow' then 'escrow' when rule.balance in ('advance', 'loan') then 'hand-out'
          else 'deferred' end as account,
        case when rule.balance = 'none' then line.deferred else -line.amount end as amount
      from deduction_rules as rule
        join expenses as line on line.user_id = ${userId} and line.rule_id = rule.id
          and (rule.balance <> 'none' or line.deferred <> 0)
        join billing on billing.user_id = ${userId} and billing.id = line.billing_id and ${isBookedOn(day)}
      where rule.user_id = ${userId}
      union all
      select case when rule.balance = 'escrow' then 'escrow'
          when rule.balance in ('advance', 'loan') then 'hand-out' else 'deferred' end,
        case when rule.balance = 'escrow' then -entry.effect when entry.kind = 'transfer-in' then entry.amount
          else -entry.amount end
      from balance_entries as entry
        join deduction_rules as rule on rule.user_id = ${userId} and rule.id = entry.rule_id
      where entry.user_id = ${userId} and entry.day <= ${day}
      union all
      select 'payable', -net_payment from billing where user_id = ${userId} and ${isBookedOn(day)}) as changed
    group by account order by account`.execute(work)
  return rows
}

/** SQL: whether a row of `billing` is approved on the day, and not void yet. */
function isBookedOn(day: Day) {
  return sql`billing.number is not null
    and coalesce(billing.approved_on, (billing.approved_at at time zone 'utc')::date) <= ${day}
    and (billing.voided_at is null or coalesce(billing.voided_on, (billing.voided_at at time zone 'utc')::date) > ${day})`
}
