/** Writes the snapshots of frozen statements, as an approval would write them (SPEC C3). */
import { sql } from 'kysely'
import { EXPENSE_CATEGORIES } from '#core/settlements/settlement.ts'
import type { Work } from '#server/database/open.ts'
import { CURRENT_FORMAT } from '#server/statements/format.ts'

/** Freezes the settlements in the temporary table `filling` that have a number. */
export async function freezeStatements(work: Work, userId: string): Promise<void> {
  const company = await work
    .selectFrom('settings')
    .selectAll()
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  await sql`with hauled as materialized (${loadsOfStatements(userId)}),
      deducted as materialized (${linesOfStatements(userId)})
    insert into statement_snapshots (user_id, billing_id, snapshot)
    select ${userId}, filling.billing_id, jsonb_build_object('format', ${CURRENT_FORMAT}::int,
      'company', ${JSON.stringify(company)}::jsonb,
      'truck', jsonb_build_object('truckId', trucks.truck_id, 'year', trucks.year, 'make', make, 'model', model, 'vin', vin),
      'payee', jsonb_build_object('name', coalesce(owners.name, drivers.name),
        'address', coalesce(owners.address, drivers.address), 'taxIdEnding', null,
        'paymentMethod', coalesce(owners.payment_method, drivers.payment_method)),
      'drivers', jsonb_build_array(drivers.name), 'loads', loads, 'lines', lines,
      'balances', jsonb_build_array(jsonb_build_object('ruleId', rule.id, 'description', rule.description,
        'basis', basis, 'value', value::text, 'balance', balance, 'total', total::text, 'ownerId', filling.owner_id,
        'payee', coalesce(owners.name, drivers.name),
        'payeeKey', payee_key(filling.owner_id, filling.driver_id, filling.truck_id), 'opening', held::text,
        'change', (escrow - refund)::text, 'closing', (held + escrow - refund)::text)),
      'adjusted', (select coalesce(jsonb_agg(distinct jsonb_build_object('id', last.id, 'number', last.number)), '[]')
        from expenses as line join billing as last on last.user_id = ${userId} and last.id = line.corrects
        where line.user_id = ${userId} and line.billing_id = filling.billing_id),
      'yearToDate', year_to_date, 'year', extract(year from day)::int)
    from filling
      join trucks on trucks.user_id = ${userId} and trucks.id = filling.truck_id
      join drivers on drivers.user_id = ${userId} and drivers.id = filling.driver_id
      left join owners on owners.user_id = ${userId} and owners.id = filling.owner_id
      join deduction_rules as rule on rule.user_id = ${userId} and rule.description = 'Escrow'
      join hauled on hauled.billing_id = filling.billing_id
      join deducted on deducted.billing_id = filling.billing_id
      cross join lateral (${yearToDate(userId)}) as summed (year_to_date)
    where number is not null`.execute(work)
}

/** The batch's loads, and its lines below, have the highest ids. */
function loadsOfStatements(userId: string) {
  return sql`select billing_id, jsonb_agg(jsonb_build_object('id', loads.id, 'loadId', load_id, 'broker', company_name,
      'driver', drivers.name, 'driver2', null, 'pickupCity', pickup_city, 'pickupState', pickup_state,
      'pickupDate', pickup_date, 'deliveryCity', delivery_city, 'deliveryState', delivery_state,
      'deliveryDate', delivery_date, 'cargoType', cargo_type, 'weight', weight::text, 'miles', miles::text, 'emptyMiles', empty_miles::text,
      'revenue', loads.revenue::text) order by pickup_date, loads.id) as loads
    from filling
      join loads on loads.user_id = ${userId} and loads.id >= (select min(first_load) from filling)
        and loads.truck_id = filling.truck_id and loads.settlement_date = filling.day
      join brokers on brokers.user_id = ${userId} and brokers.id = broker_id
      join drivers on drivers.user_id = ${userId} and drivers.id = loads.driver_id
    group by billing_id`
}

function linesOfStatements(userId: string) {
  const time = sql`to_char(line.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  return sql`select billing_id, jsonb_agg(jsonb_build_object('userId', user_id, 'id', line.id, 'billingId', line.billing_id,
      'truckId', line.truck_id, 'kind', kind, 'category', category, 'description', line.description,
      'reference', reference, 'date', date, 'quantity', quantity::text, 'rate', rate::text, 'amount', amount::text,
      'loadId', load_id, 'formula', ${FORMULA}, 'ruleId', rule_id, 'ruleKey', rule_key, 'basis', basis,
      'basisValue', basis_value::text, 'basisFigure', basis_figure::text, 'reached', reached::text,
      'reachedOf', reached_of::text, 'netFloor', net_floor, 'limited', limited, 'deferred', deferred::text,
      'carriedFrom', carried_from, 'corrects', corrects, 'restates', restates, 'adjustsPay', adjusts_pay)
    || jsonb_build_object('loadNumber', load_number, 'offsetWith', offset_with, 'takenOver', taken_over,
      'transferReason', transfer_reason, 'extraPay', extra_pay, 'subjectToPercent', subject_to_percent,
      'ruleScope', rule_scope, 'rulePeriod', rule_period, 'byHand', by_hand, 'skipped', skipped, 'voided', voided,
      'version', version, 'createdAt', ${time}, 'updatedAt', ${time})
      order by array_position(${EXPENSE_CATEGORIES}::text[], category), date, line.id) as lines
    from expenses as line
    where user_id = ${userId} and billing_id >= (select min(billing_id) from filling)
    group by billing_id`
}

/** The text that `formatFormula` gives to these lines. */
const FORMULA = sql`case when formula is not null then formula when kind = 'carry-in' then 'negative net'
  when basis = 'percent' then basis_value::int || '% × $' || to_char(basis_figure, 'FM99,990.00')
  when reached is not null then 'installment ' || (reached / basis_value)::int || ' of '
    || (reached_of / basis_value)::int || ', $' || to_char(reached, 'FM9,990.00') || ' of $' || to_char(reached_of, 'FM9,990.00')
  when basis = 'fixed' then 'flat $' || to_char(basis_value, 'FM9,990.00') end`

/** SQL: totals of the payee's settlements of the year up to this one. */
function yearToDate(userId: string) {
  return sql`select jsonb_build_object('revenue', sum(total_revenue)::text, 'expenses', sum(total_expenses)::text, 'extraPay', '0.00',
      'net', sum(net_payment)::text)
    from billing where user_id = ${userId} and payee = payee_key(filling.owner_id, filling.driver_id, filling.truck_id)
      and settlement_date between date_trunc('year', day)::date and day
      and status <> 'void'`
}
