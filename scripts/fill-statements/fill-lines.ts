/** Writes the lines of the settlements in the temporary table `filling`. */
import { sql, type RawBuilder } from 'kysely'
import type { Work } from '#server/database/open.ts'

export async function insertLines(work: Work, userId: string): Promise<void> {
  const line = (columns: RawBuilder<unknown>) => sql`select billing_id, truck_id, day, ${columns}`
  const noRule = sql`null::bigint, null::text, null::text, null::numeric, null::numeric, null::numeric, null::numeric`
  const noSource = sql`null::bigint, null::bigint`
  await sql`with rule as (${selectRules(userId)}),
    lines (billing_id, truck_id, date, place, kind, category, description, amount, rule_id, rule_key, basis, basis_value,
        basis_figure, reached, reached_of, carried_from, corrects) as (
      ${line(sql`1, 'plain', 'fuel', null, fuel, ${noRule}, ${noSource}`)} from filling
      union all ${line(sql`2, 'rule', 'insurance', 'Insurance', insurance, null, 'default:insurance', 'fixed', 350.00,
        null, null, null, ${noSource}`)} from filling
      union all ${line(sql`3, 'rule', 'permits', 'Escrow', escrow, escrow_rule, 'rule:' || escrow_rule, 'fixed', 5.00,
        null, case when number is not null then held + 5 end, case when number is not null then 5000.00 end,
        ${noSource}`)} from filling, rule
      union all ${line(sql`4, 'refund', 'permits', 'Escrow returned', -refund, escrow_rule, null, null, null, null, null,
        null, ${noSource}`)} from filling, rule where refund > 0
      union all ${line(sql`5, 'rule', 'factoring', 'Carrier fee', fee, fee_rule, 'rule:' || fee_rule, 'percent', 12.00,
        revenue, null, null, ${noSource}`)} from filling, rule
      union all ${line(sql`6, 'plain', 'truckPayment', null, truck_payment, ${noRule}, ${noSource}`)}
        from filling where truck_payment > 0
      union all ${line(sql`7, 'carry-out', 'other', 'Balance forward to the next statement', -100, ${noRule}, ${noSource}`)}
        from filling where goes_forward
      union all select here.billing_id, here.truck_id, day, 8, 'carry-in', 'other',
          'Balance forward from statement ' || last.number, brought_forward, ${noRule}, last.id, null
        from filling as here cross join lateral ${lastStatement(userId)} where brought_forward > 0)
    insert into expenses (user_id, billing_id, truck_id, kind, category, description, amount, date, rule_id, rule_key,
      basis, basis_value, basis_figure, reached, reached_of, carried_from, corrects)
    select ${userId}, billing_id, truck_id, kind, category, description, amount, date, rule_id, rule_key,
      basis, basis_value, basis_figure, reached, reached_of, carried_from, corrects
    from lines order by date, billing_id, place`.execute(work)
  await insertAdjustments(work, userId)
}

/** A line for the revenue and one for the fee that follows it (SPEC C7). */
async function insertAdjustments(work: Work, userId: string): Promise<void> {
  await sql`with rule as (${selectRules(userId)})
    insert into expenses (user_id, billing_id, truck_id, date, kind, category, corrects, restates, description, formula, amount)
    select ${userId}, here.billing_id, here.truck_id, day, 'correction', 'other', last.id, added.*
    from filling as here cross join rule cross join lateral ${lastStatement(userId)}
      cross join lateral (select load_id, revenue from loads where user_id = ${userId} and truck_id = here.truck_id
        and settlement_date = last.settlement_date order by id limit 1) as load
      join expenses as deducted on deducted.user_id = ${userId} and deducted.billing_id = last.id
        and deducted.rule_id = fee_rule
      cross join lateral (values
        (null::bigint, 'Load ' || load.load_id || ' changed from $' || to_char(load.revenue, 'FM99,990.00') || ' to $'
          || to_char(load.revenue + adjusted, 'FM99,990.00') || ' after statement ' || last.number, null::text, -adjusted),
        (deducted.id, 'Carrier fee, adjusts statement ' || last.number, '12% × $'
          || to_char(deducted.basis_figure + adjusted, 'FM99,990.00') || ', was 12% × $'
          || to_char(deducted.basis_figure, 'FM99,990.00'), restated)) as added
    where adjusted > 0 order by here.billing_id`.execute(work)
}

function selectRules(userId: string): RawBuilder<unknown> {
  return sql`select
    (select id from deduction_rules where user_id = ${userId} and description = 'Carrier fee') as fee_rule,
    (select id from deduction_rules where user_id = ${userId} and description = 'Escrow') as escrow_rule`
}

function lastStatement(userId: string): RawBuilder<unknown> {
  return sql`(select id, number, settlement_date from billing where user_id = ${userId} and truck_id = here.truck_id
    and settlement_date < here.day and status <> 'void' order by settlement_date desc limit 1) as last`
}
