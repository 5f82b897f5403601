/** The trucks of a settlement run with their figures for the week, in one query (SPEC C8). */
import { sql } from 'kysely'
import { addDays, type Day, type Period } from '#core/calendar.ts'
import type { Amount } from '#core/money.ts'
import { WEEKS_COMPARED, type RunFacts } from '#core/settlements/run/exceptions.ts'
import type { FlatLine, RunRow } from '#core/settlements/run/run.ts'
import type { Database } from '#server/database/open.ts'
import {
  selectChangedPayee,
  selectPreviousPayee,
  TRUCK_PAYEE,
} from '#server/settlements/payee/payee-names.ts'

export type RunFigures = Omit<
  RunRow,
  'exceptions' | 'net' | 'stale' | 'offsets' | 'payeeName' | 'method'
> &
  Omit<
    RunFacts,
    | 'status'
    | 'net'
    | 'drifts'
    | 'driftNet'
    | 'previousPayeeItems'
    | 'hasPayee'
    | 'repeated'
    | 'withholdingStale'
    | 'feesStale'
    | 'cardsDue'
    | 'chargedTwice'
    | 'cardConflicts'
    | 'confirmations'
    | 'latePapers'
    | 'paidTwice'
    | 'refusedCharges'
    | 'askedCharges'
  > & {
    /** Flat deductions, if the truck has other settlements in the week. */
    flat: FlatLine[]
    /** The draft has extra pay that may be for a load, and a load has charges. */
    paysBesideCharges: boolean
    miles: Amount
    emptyMiles: Amount
    /** The truck is out of service and has no loads or settlement this week. */
    inactive: boolean
    /** The payee as printed, and how it was paid; null if the settlement is not frozen or not paid. */
    printedPayee: string | null
    paymentMethod: string | null
    grossPay: Amount
    withheld: Amount
  }

/**
 * `today`: the account's day. The BOL of a load that is neither delivered nor due for delivery by then is not missing yet.
 * `dueTrucks`: trucks with an open carry-forward or adjustment. Other inactive trucks have nothing due.
 */
export async function readRunTrucks(
  database: Database,
  userId: string,
  { from, to }: Period,
  today: Day,
  dueTrucks: number[],
): Promise<RunFigures[]> {
  // The weeks that the run is compared with.
  const before = addDays(from, -1)
  const pastFrom = addDays(from, -7 * WEEKS_COMPARED)
  const { rows } = await sql<RunFigures>`
    with hauled as (select truck_id, settlement_date, count(*) as loads, sum(revenue) as revenue,
        sum(miles) as miles, sum(empty_miles) as empty_miles, count(*) filter (where lacks_bol) as bol_missing,
        coalesce(string_agg(missing, ','), '') as missing_papers,
        coalesce(jsonb_agg(jsonb_build_object('id', id, 'number', load_id, 'isDelivered', delivery_status = 'delivered',
          'papers', concat_ws(',', case when lacks_bol then 'bol' end, nullif(array_to_string(array_remove(string_to_array(missing, ','), 'bol'), ','), '')))
          order by load_id) filter (where lacks_bol or missing is not null), '[]') as incomplete_loads,
        count(*) filter (where charge_count > 0) as charged
      from (select *, case when delivery_status = 'delivered' then missing_to_settle end as missing, bol_status <> 'received'
            and (delivery_status = 'delivered' or coalesce(delivery_date, settlement_date) <= ${today})
            and ((select not has_document_needs(${userId}::uuid)) or expects_bol(${userId}::uuid, broker_id, pickup_date, missing_to_settle)) as lacks_bol
          from loads where user_id = ${userId} and truck_id is not null and settlement_date between ${from} and ${to}) as due
      group by 1, 2),
    saved as (select truck_id, settlement_date, id, status, number, version, payee, total_revenue, total_expenses,
        extra_pay, gross_pay, hold_reason, payment_method
      from billing where user_id = ${userId} and status <> 'void'
        and settlement_date between ${from} and ${to}),
    -- Materialized: without statistics of a new account the planner would compute them again for each truck.
    past as materialized (select truck_id, sum(revenue) as revenue, count(distinct settlement_date) as count,
        count(distinct (${before}::date - settlement_date) / 7) as weeks
      from loads where user_id = ${userId} and truck_id is not null
        and settlement_date between ${pastFrom} and ${before} group by 1),
    settled as (select truck_id, settlement_date from hauled union select truck_id, settlement_date from saved),
    -- Trucks without a load or settlement this week, on the date of most settlements (SPEC C23).
    idle as (select id as truck_id, status = 'inactive' as inactive, coalesce((select settlement_date from settled
          group by settlement_date order by count(*) desc, settlement_date desc limit 1), ${to}::date) as settlement_date
      from trucks where user_id = ${userId} and (status <> 'inactive' or id = any(${dueTrucks}::bigint[]))
        and id not in (select truck_id from settled)),
    place as (select * from hauled full join saved using (truck_id, settlement_date)
      full join idle using (truck_id, settlement_date)),
    counted as materialized (select billing_id,
        array_agg(basis_figure) filter (where basis = 'per-mile' and not by_hand) as loaded_miles,
        array_agg(basis_figure) filter (where basis = 'per-empty-mile' and not by_hand) as unloaded_miles,
        array_agg(basis_figure) filter (where basis = 'per-load' and not by_hand) as counted_loads,
        -- The load of a bonus and of recurring extra pay is unknown.
        bool_or(kind = 'extra-pay' and (extra_pay in ('detention', 'layover') or extra_pay = 'other' and rule_id is null)) as pays_loads,
        bool_or(kind = 'plain' and category = 'other' and description is null and amount <> 0) as is_reason_missing,
        array_agg(basis_figure) filter (where basis = 'percent-after-fuel' and not by_hand) as after_fuel,
        array_agg(coalesce(net_figure, basis_figure)) filter (
          where (basis = 'percent-of-net' or net_percent is not null) and not by_hand) as of_net,
        coalesce(sum(amount) filter (where category = 'fuel'), 0)
          + coalesce(sum(amount) filter (where subject_to_percent), 0) as fuel,
        coalesce(sum(amount) filter (where kind not in ('carry-in', 'carry-out', 'offset', 'refund')
          and (net_floor is null or by_hand)), 0) as deducted
      from expenses where user_id = ${userId}
        and billing_id = any(array(select id from saved where status = 'pending')) group by 1),
    flat as materialized (select billing_id, jsonb_agg(jsonb_build_object('key', rule_key, 'description', description)) as lines
      from expenses where user_id = ${userId} and kind = 'rule' and basis = 'fixed' and amount > 0
        and billing_id = any(array(select id from saved where truck_id = any(array(
          select truck_id from place group by truck_id having count(*) > 1)))) group by 1),
    withheld as materialized (select billing_id, sum(amount) as amount from expenses
      where user_id = ${userId} and billing_id = any(array(select id from saved where status = 'pending'))
        and kind = 'withholding' group by 1)
    select place.truck_id, trucks.truck_id as truck, settlement_date,
      case when place.id is not null then jsonb_build_object('id', place.id, 'status', place.status,
        'number', place.number, 'version', place.version, 'holdReason', place.hold_reason) end as billing,
      coalesce(place.inactive, false) as inactive, coalesce(loads, 0) as loads, coalesce(bol_missing, 0) as bol_missing, coalesce(missing_papers, '') as missing_papers,
      coalesce(incomplete_loads, '[]') as incomplete_loads,
      coalesce(miles, 0.00) as miles, coalesce(empty_miles, 0.00) as empty_miles, coalesce(place.revenue, 0.00) as loads_revenue,
      coalesce(total_revenue, place.revenue, 0.00) as revenue, coalesce(total_expenses, 0.00) as deductions,
      coalesce(place.extra_pay, 0.00) as extra_pay, coalesce(is_reason_missing, false) as is_reason_missing,
      coalesce(pays_loads and charged > 0, false) as pays_beside_charges,
      not (coalesce(loaded_miles, '{}') <@ array[coalesce(miles, 0)]
        and coalesce(unloaded_miles, '{}') <@ array[coalesce(empty_miles, 0)]
        and coalesce(counted_loads, '{}') <@ array[coalesce(loads, 0)::numeric]
        and coalesce(after_fuel, '{}') <@ array[greatest(total_revenue - fuel, 0)]
        and coalesce(of_net, '{}') <@ array[greatest(total_revenue - deducted, 0)]) as miscounted,
      coalesce(flat.lines, '[]') as flat,
      coalesce(place.payee, ${TRUCK_PAYEE}) as payee,
      coalesce(place.gross_pay, 0.00) as gross_pay, coalesce(withheld.amount, 0.00) as withheld,
      ${selectPreviousPayee(
        userId,
        sql`place.truck_id`,
        sql`place.settlement_date`,
        sql`coalesce(place.payee, ${TRUCK_PAYEE})`,
      )} as previous_payee,
      case when place.status = 'pending' then
        ${selectChangedPayee(userId, sql`place.truck_id`, sql`place.payee`)} end as changed_payee,
      coalesce(past.revenue, 0.00) as past_revenue, coalesce(past.count, 0) as past_date_count,
      coalesce(past.weeks, 0) as past_week_count, kept.payee as printed_payee, place.payment_method
    from place join trucks on trucks.user_id = ${userId} and trucks.id = place.truck_id
      left join statement_snapshots as kept on kept.user_id = ${userId} and kept.billing_id = place.id
      left join past on past.truck_id = place.truck_id
      left join counted on counted.billing_id = place.id
      left join withheld on withheld.billing_id = place.id
      left join flat on flat.billing_id = place.id
    order by settlement_date, trucks.truck_id`.execute(database)
  return rows
}
