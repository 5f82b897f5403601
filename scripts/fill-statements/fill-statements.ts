/** Fills an account with frozen statements: the recent ones, and any number of older ones. */
import { type RawBuilder, sql } from 'kysely'
import { addDays, type Day, weekOf, yearOf } from '#core/calendar.ts'
import { CITIES, insertBrokers, insertPeople } from '#scripts/fill-account.ts'
import type { Work } from '#server/database/open.ts'
import { insertDerived, insertDrift } from './fill-derived.ts'
import { freezeStatements } from './fill-snapshots.ts'

/** 20 trucks with a statement in each of the last 50 weeks: the account without history. */
const TRUCKS = 20
const WEEKS = 50
export const RECENT = TRUCKS * WEEKS
/** The history is older: it ends before the calendar year in which the recent statements start. */
const HISTORY_WEEKS = 500
const TRUCKS_PER_OWNER = 4
const WEEKS_AT_ONCE = 10

/** `back`: weeks before the current one, which is 0 and still unpaid. */
type Week = { back: number; day: Day }

/**
 * Fills an empty account. Its trucks, loads and statements of the last 50 weeks are the same for each
 * number of `statements`; the others are history, of the same trucks and of sold ones. The loads of
 * the week before `today` have no frozen statement yet: half of them have a draft.
 *
 * Needs a superuser, such as the embedded server's role, to turn off triggers, which would run for each row.
 */
export async function fillStatements(
  work: Work,
  userId: string,
  today: Day,
  statements: number,
): Promise<void> {
  const sold = Math.max(0, (statements - RECENT) / HISTORY_WEEKS - TRUCKS)
  const weeks = weeksUntil(today, statements > RECENT ? HISTORY_WEEKS : 0)
  await sql`set local session_replication_role = replica`.execute(work)
  await insertRecords(work, userId, TRUCKS + sold)
  for (const [index, some] of splitIntoBatches(weeks).entries()) {
    await insertLoads(work, userId, some)
    await insertSettlements(work, userId, some, weeks.length - 1)
    await insertLines(work, userId)
    // Without statistics of this account the planner reads all of its rows for each statement.
    await sql`analyze filling`.execute(work)
    if (index % 10 === 0) await sql`analyze loads, billing, expenses`.execute(work)
    await freezeStatements(work, userId)
    await sql`drop table filling`.execute(work)
  }
  await insertDerived(work, userId)
  await changeLoads(work, userId)
  await insertDrift(work, userId)
  await sql`insert into statement_numbers (user_id, last)
    select user_id, max(number) from billing where user_id = ${userId} group by 1`.execute(work)
}

/** The weeks, oldest first. */
function weeksUntil(today: Day, history: number): Week[] {
  const current = addDays(weekOf(addDays(today, -7), 0).from, 5)
  const recent = Array.from({ length: WEEKS + 1 }, (_, back) => addDays(current, -7 * back))
  // Ends two weeks before the new year, so that the last statement is paid in its own year.
  const newYear = yearOf(recent.at(-1) ?? current).from
  const last = addDays(weekOf(addDays(newYear, -14), 0).from, 5)
  const older = Array.from({ length: history }, (_, n) => addDays(last, -7 * n))
  return [...recent, ...older].map((day, back) => ({ back, day })).toReversed()
}

function splitIntoBatches(weeks: Week[]): Week[][] {
  const count = Math.ceil(weeks.length / WEEKS_AT_ONCE)
  return Array.from({ length: count }, (_, n) =>
    weeks.slice(n * WEEKS_AT_ONCE, (n + 1) * WEEKS_AT_ONCE),
  )
}

async function insertRecords(work: Work, userId: string, trucks: number): Promise<void> {
  await sql`insert into settings (user_id, company_name) values (${userId}, 'Blue Ridge Carriers LLC')`.execute(
    work,
  )
  await insertPeople(work, userId, 'drivers', trucks)
  await insertPeople(work, userId, 'owners', Math.ceil(trucks / TRUCKS_PER_OWNER))
  await insertBrokers(work, userId, 20)
  await sql`insert into trucks (user_id, truck_id, make, model, year, owner_id, driver_id, status)
    select ${userId}, (1000 + rank)::text, 'Volvo', 'VNL', 2012 + rank % 14,
      case when rank % 10 <> 0 then ${firstId('owners', userId)} + (rank - 1) / ${TRUCKS_PER_OWNER} end,
      ${firstId('drivers', userId)} + rank - 1, case when rank > ${TRUCKS} then 'inactive' else 'active' end
    from generate_series(1, ${trucks}::int) as rank order by rank`.execute(work)
  await sql`analyze brokers, drivers, owners, trucks`.execute(work)
  await sql`insert into deduction_rules (user_id, category, description, basis, value, balance, total)
    values (${userId}, 'factoring', 'Carrier fee', 'percent', 12, 'none', null),
      (${userId}, 'permits', 'Escrow', 'fixed', 5, 'escrow', 5000)`.execute(work)
}

/** One to three loads for each truck and week; the sold trucks have none in the recent weeks. */
async function insertLoads(work: Work, userId: string, weeks: Week[]): Promise<void> {
  await sql`insert into loads (user_id, load_id, truck_id, driver_id, broker_id, cargo_type, weight, pickup_city,
      pickup_state, pickup_date, delivery_city, delivery_state, delivery_date, settlement_date, miles, revenue,
      delivery_status, payment_status, bol_status)
    select ${userId}, 'S-' || 1000 + rank || '-' || back || '-' || n, truck_id, driver_id,
      ${firstId('brokers', userId)} + (rank + back) % 20, 'Pallets', 12000 + (rank * back + n) % 30000,
      left(away, -3), right(away, 2), day - 4, left(home, -3), right(home, 2), day - 2, day,
      200 + (rank * 37 + back * 11 + n) % 1800, 1500 + ((rank * 7919 + back * 104729 + n * 31337) % 200000) / 100.0,
      'delivered', case when back = 0 then 'unpaid' else 'paid' end,
      case when back = 0 and rank % 5 = 0 then 'pending' else 'received' end
    from (${selectPlaces(userId, weeks)}) as place cross join lateral generate_series(1, 1 + (rank + back) % 3) as n
      cross join lateral (select ${cityAt(sql`rank + back + n`)} as away, ${cityAt(sql`rank + back * 3 + n + 7`)} as home) as places
    order by back desc, rank, n`.execute(work)
}

/** Each truck of each week, as truck_id, owner_id, driver_id, rank, back and day. */
function selectPlaces(userId: string, weeks: Week[]): RawBuilder<unknown> {
  return sql`select trucks.id as truck_id, owner_id, driver_id, rank, back, day
    from (select *, row_number() over (order by id)::int as rank from trucks where user_id = ${userId}) as trucks
      cross join unnest(${weeks.map(({ back }) => back)}::int[], ${weeks.map(({ day }) => day)}::date[]) as week (back, day)
    where rank <= ${TRUCKS} or back > ${WEEKS}`
}

/**
 * A settlement for each truck and week, and the temporary table `filling` with the amounts of its lines:
 * one in forty ends below zero and is carried forward to the next, one in fifty adjusts a load of the
 * one before. `oldest`: the first week's `back`. Neither crosses from the history to the recent weeks.
 * The last statement of a sold truck returns its escrow. A payee gets one check for each week.
 */
async function insertSettlements(
  work: Work,
  userId: string,
  weeks: Week[],
  oldest: number,
): Promise<void> {
  await sql`create temp table filling on commit drop as
    select *, revenue - fuel - insurance - fee - escrow + refund - truck_payment - other as net,
      null::bigint as billing_id, null::int as number, null::text as reference
    from (select *, brought_forward - adjusted + restated - case when goes_forward then 100 else 0 end as other,
        case when goes_forward
          then revenue - fuel - insurance - fee - escrow + refund - brought_forward + adjusted - restated + 100
          else 0 end as truck_payment,
        case when back = 0 then 'pending' when goes_forward then 'paid'
          when back = 1 or (rank + back) % 97 = 0 then 'approved' else 'paid' end as status
      from (select *, round(adjusted * 0.12, 2) as restated,
          case when rank > ${TRUCKS} and back = ${WEEKS + 1} then held + escrow else 0 end as refund
        from (${selectFigures(userId, weeks, oldest)}) as figures) as adjustments) as totals`.execute(
    work,
  )
  await sql`analyze filling`.execute(work)
  await sql`update filling set number = numbered.number, reference = numbered.reference from (
      select *, 'CK' || min(number) over (partition by coalesce(owner_id, -driver_id), day) as reference
      from (select truck_id, owner_id, driver_id, day, row_number() over (order by day, rank)
          + (select coalesce(max(number), 0) from billing where user_id = ${userId}) as number
        from filling where back > 0) as counted) as numbered
    where numbered.truck_id = filling.truck_id and numbered.day = filling.day`.execute(work)
  await sql`insert into billing (user_id, truck_id, owner_id, driver_id, settlement_date, start_date, end_date,
      total_revenue, gross_pay, fuel, insurance, factoring, permits, truck_payment, other, total_expenses, net_payment, status, number,
      approved_at, approved_on, paid_on, payment_method, payment_reference, paid_amount)
    select ${userId}, truck_id, owner_id, case when owner_id is null then driver_id end, day, day - 5, day + 1,
      revenue, revenue, fuel, insurance, fee, escrow - refund, truck_payment, other, revenue - net, net, status, number,
      case when back > 0 then day + time '12:00' end, case when back > 0 then day end,
      case when status = 'paid' then case when net > 0 then day + 5 else day end end,
      case when status = 'paid' and net > 0 then 'check' end,
      case when status = 'paid' and net > 0 then reference end, case when status = 'paid' then net else 0 end
    from filling order by back desc, rank`.execute(work)
  await sql`update filling set billing_id = billing.id from billing
    where billing.user_id = ${userId} and billing.truck_id = filling.truck_id and billing.settlement_date = filling.day
      and billing.status <> 'void'`.execute(work)
}

/** `held`: the escrow before the settlement. */
function selectFigures(userId: string, weeks: Week[], oldest: number): RawBuilder<unknown> {
  return sql`select place.*, sum(loads.revenue) as revenue, min(loads.id) as first_load,
      round(sum(loads.revenue) * 0.15, 2) as fuel, 350.00 as insurance, round(sum(loads.revenue) * 0.12, 2) as fee,
      5.00 as escrow, (${oldest}::int - back) * 5.00 as held,
      (rank + back) % 40 = 7 and back not in (0, 1, ${WEEKS + 1}) as goes_forward,
      case when (rank + back + 1) % 40 = 7 and back not in (0, ${WEEKS}, ${oldest}::int) then 100.00 else 0 end as brought_forward,
      case when (rank + back + 1) % 50 = 3 and back not in (0, ${WEEKS}, ${oldest}::int) then 50.00 else 0 end as adjusted
    from (${selectPlaces(userId, weeks)}) as place
      join loads on loads.user_id = ${userId} and loads.truck_id = place.truck_id and loads.settlement_date = place.day
    where back > 0 or rank % 2 = 0
    group by place.truck_id, owner_id, place.driver_id, rank, back, day`
}

/** Changes the loads that lines adjust, and two whose statements are not adjusted yet. */
async function changeLoads(work: Work, userId: string): Promise<void> {
  await sql`update loads set revenue = loads.revenue + adjusted.amount from adjusted_loads as adjusted
    where adjusted.user_id = ${userId} and loads.user_id = ${userId} and loads.id = adjusted.load_id`.execute(
    work,
  )
  await sql`update loads set revenue = revenue + 25
    where user_id = ${userId} and load_id in ('S-1003-2-1', 'S-1007-2-1')`.execute(work)
}

function firstId(table: string, userId: string): RawBuilder<number> {
  return sql`(select min(id) from ${sql.table(table)} where user_id = ${userId})`
}

function cityAt(index: RawBuilder<unknown>): RawBuilder<string> {
  return sql`(${CITIES}::text[])[1 + (${index}) % ${CITIES.length}::int]`
}

// Writes the lines of the settlements in the temporary table `filling`.

async function insertLines(work: Work, userId: string): Promise<void> {
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
