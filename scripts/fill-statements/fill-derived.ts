/** Writes what triggers store about frozen statements. Filling runs without triggers, because they would run for each row. */
import { sql } from 'kysely'
import type { Work } from '#server/database/open.ts'

/** Call before the loads change. */
export async function insertDerived(work: Work, userId: string): Promise<void> {
  await sql`analyze billing, expenses, loads, statement_snapshots`.execute(work)
  await insertStatementLoads(work, userId)
  await insertAdjustedLoads(work, userId)
  await insertRuleSums(work, userId)
  await insertPayments(work, userId)
}

/** Call after the loads changed. */
export async function insertDrift(work: Work, userId: string): Promise<void> {
  await sql`select refresh_drift(${userId}, billing_id, array_agg(load_id)) from (
      select printed.billing_id, printed.load_id from statement_loads as printed
        join loads on loads.user_id = ${userId} and loads.id = printed.load_id
      where printed.user_id = ${userId} and printed.revenue <> loads.revenue) as changed
    group by billing_id`.execute(work)
}

async function insertStatementLoads(work: Work, userId: string): Promise<void> {
  await sql`insert into statement_loads (user_id, billing_id, load_id, load_number, revenue, delivery_date, miles, empty_miles)
    select user_id, billing_id, load.id, load."loadId", load.revenue, load."deliveryDate", load.miles, load."emptyMiles"
    from statement_snapshots cross join lateral jsonb_to_recordset(snapshot -> 'loads') as load (id bigint, "loadId" text,
      revenue numeric(12, 2), "deliveryDate" date, miles numeric(12, 2), "emptyMiles" numeric(12, 2))
    where user_id = ${userId}`.execute(work)
  await sql`analyze statement_loads`.execute(work)
}

/** Each adjustment is for the statement's first load. */
async function insertAdjustedLoads(work: Work, userId: string): Promise<void> {
  await sql`insert into adjusted_loads (user_id, corrects, billing_id, load_id, load_number, amount, revenue, miles,
      empty_miles, loads)
    select ${userId}, corrects, line.billing_id, printed.load_id, printed.load_number, -amount, -amount, 0, 0, 0
    from expenses as line cross join lateral (select load_id, load_number from statement_loads
      where user_id = ${userId} and billing_id = line.corrects order by load_id limit 1) as printed
    where line.user_id = ${userId} and kind = 'correction' and restates is null order by line.id`.execute(
    work,
  )
}

async function insertRuleSums(work: Work, userId: string): Promise<void> {
  await sql`insert into statement_rule_sums (user_id, rule_id, truck_id, payee, amount, lines)
    select ${userId}, rule_id, line.truck_id, payee, sum(amount), count(*)
    from expenses as line join billing on billing.user_id = ${userId} and billing.id = line.billing_id
    where line.user_id = ${userId} and rule_id is not null and status in ('approved', 'paid')
    group by rule_id, line.truck_id, payee`.execute(work)
}

/** A payment for each check number, with a part for each statement that it covers. */
async function insertPayments(work: Work, userId: string): Promise<void> {
  await sql`insert into payouts (user_id, owner_id, driver_id, payee_name, paid_on, method, reference, amount, applied)
    select ${userId}, owner_id, driver_id, max(printed.payee), paid_on, payment_method, payment_reference,
      sum(paid_amount), sum(paid_amount)
    from billing join statement_snapshots as printed on printed.user_id = ${userId} and printed.billing_id = billing.id
    where billing.user_id = ${userId} and paid_amount > 0
    group by owner_id, driver_id, paid_on, payment_method, payment_reference
    order by paid_on, min(number)`.execute(work)
  await sql`analyze payouts`.execute(work)
  await sql`insert into payout_parts (user_id, payout_id, billing_id, amount)
    select ${userId}, payouts.id, billing.id, paid_amount
    from billing join payouts on payouts.user_id = ${userId} and payouts.reference = payment_reference
    where billing.user_id = ${userId} and paid_amount > 0
    order by payouts.id, number`.execute(work)
}
