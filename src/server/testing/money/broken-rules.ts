/** The invariants of settlements and payments, as queries. */
import { sql } from 'kysely'
import type { Database } from '#server/database/open.ts'

/** Each query finds the rows that break its rule. */
const NEVER = {
  'C2 two lines of a rule for one truck and date': sql`select rule_key, date from expenses
    where kind = 'rule' and not voided group by user_id, truck_id, rule_key, date having count(*) > 1`,
  'C2 C5 C10 a balance above the total of its rule, or below zero': sql`select rule.id, sum(amount) from expenses
    join billing on billing.user_id = expenses.user_id and billing.id = billing_id
    join deduction_rules as rule on rule.user_id = billing.user_id and rule.id = rule_id
    where total is not null and not voided
    group by rule.user_id, rule.id, rule.total, expenses.truck_id, case when rule.truck_id is null then billing.payee end
    having sum(amount) > total or sum(amount) < 0`,
  'C5 statements that deducted more than the total, or refunded more than they deducted': sql`select rule.id, sum(amount)
    from expenses join billing on billing.user_id = expenses.user_id and billing.id = billing_id
    join deduction_rules as rule on rule.user_id = billing.user_id and rule.id = rule_id
    where total is not null and not voided and number is not null
    group by rule.user_id, rule.id, rule.total, expenses.truck_id, case when rule.truck_id is null then billing.payee end
    having sum(amount) > total or sum(amount) < 0`,
  'C322 entries above what floors left for later': sql`select rule.id, entry.payee, sum(entry.effect)
    from balance_entries as entry
      join deduction_rules as rule on rule.user_id = entry.user_id and rule.id = entry.rule_id and rule.total is null
    group by rule.user_id, rule.id, entry.truck_id, entry.payee
    having sum(entry.effect) > greatest(0, (select sum(line.deferred) from expenses as line
        join billing on billing.user_id = line.user_id and billing.id = line.billing_id
      where line.user_id = rule.user_id and line.rule_id = rule.id and not line.voided
        and billing.status in ('approved', 'paid') and billing.payee = entry.payee
        and (entry.truck_id is null or line.truck_id = entry.truck_id)))`,
  'C4 C10 a carry-forward that was deducted twice, was written off too, or has no source': sql`select line.carried_from
    from expenses as line left join expenses as out on out.user_id = line.user_id
      and out.billing_id = line.carried_from and out.kind = 'carry-out' and not out.voided
    left join releases on releases.user_id = line.user_id and releases.billing_id = line.carried_from
      and releases.load_id is null
    where line.kind = 'carry-in' and not line.voided
    group by line.user_id, line.carried_from
    having count(*) > 1 or count(releases.id) > 0 or sum(line.amount) <> -sum(out.amount) or count(out.id) = 0`,
  'C10 a line from another payee’s statement without a transfer': sql`select line.id from expenses as line
    join billing as here on here.user_id = line.user_id and here.id = line.billing_id
    join billing as there on there.user_id = line.user_id and there.id = coalesce(carried_from, corrects)
    where not voided and not taken_over and here.payee <> there.payee`,
  'C10 an installment of one payee’s balance on another payee’s statement': sql`select line.id from expenses as line
    join billing on billing.user_id = line.user_id and billing.id = line.billing_id
    join deduction_rules as rule on rule.user_id = line.user_id and rule.id = line.rule_id
    where rule.truck_id is not null and rule.balance <> 'none' and billing.number is not null and not voided
      and line.amount <> 0 and payee_key(rule.owner_id, rule.driver_id, rule.truck_id) <> billing.payee`,
  'C10 a transfer without a reason': sql`select id from expenses where taken_over and transfer_reason is null`,
  'C4 C10 an open carry-forward although its payee has a later draft': sql`select stated.id
    from expenses as out join billing as stated on stated.user_id = out.user_id and stated.id = out.billing_id
    join billing as next on next.user_id = stated.user_id and next.truck_id = stated.truck_id
      and next.status = 'pending' and next.settlement_date > stated.settlement_date
      and next.payee = stated.payee
    where out.kind = 'carry-out' and not out.voided
      and not exists (select from expenses as line where line.user_id = out.user_id
        and line.carried_from = stated.id and not line.voided)
      and not exists (select from releases where releases.user_id = out.user_id
        and releases.billing_id = stated.id and releases.load_id is null)`,
  'C4 a frozen net below zero': sql`select id from billing where status <> 'pending' and net_payment < 0`,
  'C1 a net that is not the revenue less the lines': sql`select billing.id from billing
    left join expenses on expenses.user_id = billing.user_id and billing_id = billing.id
    group by billing.user_id, billing.id having net_payment <> total_revenue - coalesce(sum(amount), 0)`,
  'C5 a frozen balance whose change is not the total of its lines': sql`select billing_id, balance from statement_snapshots as kept
    cross join jsonb_array_elements(snapshot -> 'balances') as balance
    where abs((balance ->> 'change')::numeric) is distinct from (select abs(sum(amount)) from expenses as line
        where line.user_id = kept.user_id and line.billing_id = kept.billing_id
          and line.rule_id = (balance ->> 'ruleId')::bigint)
      and (balance ->> 'change')::numeric <> 0`,
  'C5 a frozen balance whose opening is not the last closing': sql`select opened.*
    from (select kept.user_id, billing.number, billing.truck_id, balance ->> 'ruleId' as rule_id,
        balance ->> 'payeeKey' as payee, balance ->> 'opening' as opening,
        lag(balance ->> 'closing') over its_rule as closed, lag(status) over its_rule as last_status
      from statement_snapshots as kept
        join billing on billing.user_id = kept.user_id and billing.id = kept.billing_id
        cross join jsonb_array_elements(snapshot -> 'balances') as balance
      window its_rule as (partition by kept.user_id, billing.truck_id, balance ->> 'ruleId',
        balance ->> 'payeeKey' order by billing.number)) as opened
    where closed <> opening and not exists (select from billing where billing.user_id = opened.user_id
      and billing.truck_id = opened.truck_id and status = 'void' and billing.number < opened.number)`,
  'C5 a frozen line whose progress does not match its balance': sql`select line.id, line.reached, balance
    from statement_snapshots as kept cross join jsonb_array_elements(snapshot -> 'balances') as balance
      join expenses as line on line.user_id = kept.user_id and line.billing_id = kept.billing_id
        and line.rule_id = (balance ->> 'ruleId')::bigint and line.kind = 'rule' and line.amount <> 0
    where balance ->> 'balance' <> 'escrow' and not exists (select from expenses as refund
        where refund.user_id = line.user_id and refund.billing_id = line.billing_id
          and refund.rule_id = line.rule_id and refund.kind = 'refund')
      and (line.reached is distinct from (balance ->> 'total')::numeric - (balance ->> 'closing')::numeric
        or line.reached_of is distinct from (balance ->> 'total')::numeric)`,
  'C7 a stored drift that does not match the loads, adjustments and write-offs': sql`
    with printed as (select user_id, billing_id, load_id, revenue from statement_loads),
    today as (select loads.user_id, billing.id as billing_id, loads.id as load_id, loads.revenue from loads
      join billing on billing.user_id = loads.user_id and billing.truck_id = loads.truck_id
        and billing.settlement_date = loads.settlement_date),
    settled as (select user_id, billing_id, load_id, sum(amount) as amount from (
        select user_id, corrects as billing_id, load_id, amount from adjusted_loads where not voided
        union all select user_id, billing_id, load_id, amount from releases where load_id is not null) as made
      group by 1, 2, 3),
    expected as (select user_id, billing_id, load_id,
        coalesce(today.revenue, 0) - coalesce(printed.revenue, 0) - coalesce(settled.amount, 0) as open
      from printed full join today using (user_id, billing_id, load_id)
        full join settled using (user_id, billing_id, load_id)
        join (select user_id, id as billing_id from billing where status in ('approved', 'paid')) as frozen
          using (user_id, billing_id))
    select billing_id, load_id, expected.open, kept.stated, kept.current, kept.adjusted
    from (select * from expected where open <> 0) as expected
      full join (select * from statement_drift where load_id <> 0) as kept using (user_id, billing_id, load_id)
    where coalesce(expected.open, 0) is distinct from kept.current - kept.stated - kept.adjusted`,
  'C7 an adjustment whose revenue is not the sum of its loads, or that has loads and no lines': sql`
    select * from (select user_id, billing_id, corrects, sum(amount) as amount from adjusted_loads
        where not voided group by 1, 2, 3) as loads
      full join (select user_id, billing_id, corrects, -sum(amount) filter (where restates is null) as amount
        from expenses where kind = 'correction' and not voided group by 1, 2, 3) as lines
        using (user_id, billing_id, corrects)
    where coalesce(loads.amount, 0) <> coalesce(lines.amount, 0) or lines.user_id is null`,
  'C7 C9 a statement whose rows are not the loads that it prints': sql`
    select kept.billing_id from statement_snapshots as kept
      join billing on billing.user_id = kept.user_id and billing.id = kept.billing_id
      left join statement_loads as load on load.user_id = kept.user_id and load.billing_id = kept.billing_id
    group by kept.user_id, kept.billing_id, billing.total_revenue, kept.snapshot
    having coalesce(sum(load.revenue), 0) <> billing.total_revenue
      or count(load.load_id) <> jsonb_array_length(kept.snapshot -> 'loads')`,
  'C5 a stored sum of a rule that does not match its frozen lines': sql`
    select rule_id, expected.amount, kept.amount as kept
    from (select line.user_id, rule_id, line.truck_id, billing.payee, sum(amount) as amount
        from expenses as line join billing on billing.user_id = line.user_id and billing.id = line.billing_id
        where rule_id is not null and billing.status in ('approved', 'paid') group by 1, 2, 3, 4) as expected
      full join (select user_id, rule_id, truck_id, payee, amount
        from statement_rule_sums) as kept using (user_id, rule_id, truck_id, payee)
    where expected.amount is distinct from kept.amount`,
  'C11 live parts above the net of their statement, or a paid statement that they do not cover': sql`
    select billing.id, status, net_payment, paid_amount, sum(part.amount) from billing left join payout_parts as part
      on part.user_id = billing.user_id and part.billing_id = billing.id and part.ended is null
    group by billing.user_id, billing.id
    having coalesce(sum(part.amount), 0) <> paid_amount or paid_amount > greatest(net_payment, 0)
      or (status = 'paid') <> (status in ('approved', 'paid') and paid_amount = net_payment)
      or status in ('pending', 'void') and paid_amount <> 0`,
  'C11 C12 parts and closings above the amount of their payment, or parts of a reversed one': sql`
    select paid.id, paid.amount, applied, closed, unapplied, state from payouts as paid
    where applied <> coalesce((select sum(amount) from payout_parts as part
        where part.user_id = paid.user_id and part.payout_id = paid.id and part.ended is null), 0)
      or applied + closed > amount or reversal is not null and applied + unapplied <> 0
      or reversal is null and applied + closed + unapplied <> amount`,
  'C10 C11 a payment of another payee': sql`select part.id from payout_parts as part
    join payouts as paid on paid.user_id = part.user_id and paid.id = part.payout_id
    join billing on billing.user_id = part.user_id and billing.id = part.billing_id
    where paid.payee <> billing.payee`,
  'C3 a gap in the numbers': sql`select user_id from billing where number is not null
    group by user_id having max(number) <> count(*)`,
}

/** Finds the rows of all accounts that break a rule. */
export async function findBroken(database: Database): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(NEVER).map(async ([name, query]) => {
      const { rows } = await query.execute(database)
      return rows.map((row) => `${name}: ${JSON.stringify(row)}`)
    }),
  )
  return found.flat()
}
