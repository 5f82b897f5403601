/**
 * The loads of a period with what each earns the carrier (SPEC C583): what the broker is billed, the share of the owner or driver, and its
 * part of the percentages and fees by mile or load that their statement deducts.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Period } from '#core/calendar.ts'
import type { ProfitView } from '#core/profit/profit.ts'
import type { Amount } from '#core/money.ts'

/** The bases of deductions that follow from loads. A percentage of net is no fee: it pays support and the like. */
const LOAD_BASES = ['percent', 'percent-after-fuel', 'per-mile', 'per-empty-mile', 'per-load']

/**
 * The categories whose recurring deductions the carrier keeps. The others charge back what was bought, at cost until a cost says
 * otherwise.
 */
const FEE_CATEGORIES = ['other', 'truckPayment', 'trailerRental']

/** Joins the rule of a line: a line of a balance pays back what was lent, and is no fee. */
export function selectFees(userId: string, line: string): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${line}.${column}`)
  return sql`${of('kind')} = 'rule' and ${of('category')} = any(${FEE_CATEGORIES}) and ${of('netPercent')} is null
    and not exists (select from deduction_rules as rule
      where rule.user_id = ${userId} and rule.id = ${of('ruleId')} and rule.balance <> 'none')`
}

export function isByLoad(line: string): RawBuilder<unknown> {
  return sql`${sql.ref(`${line}.basis`)} = any(${LOAD_BASES})`
}

/**
 * Common table expressions; the last, `earning`, has a row for each load that is delivered in the period. A load without a delivery day counts by
 * settlement date. A statement that pays nobody has
 * no row in `statement`: its loads are not settled. A fee is shared out among the loads of its statement by revenue: each load gets the
 * rounded sum up to it less the rounded sum before it, so the parts add up to the fee.
 *
 * The lines are read statement by statement: joined, PostgreSQL would read the lines of all years.
 */
export function withLoads(userId: string, { from, to }: Period): RawBuilder<unknown> {
  return sql`
    load as (
      select id, load_id, truck_id, driver_id, broker_id, dispatcher_id, pickup_city, pickup_state, delivery_city, delivery_state,
        coalesce(delivery_date, settlement_date) as delivery_date, delivery_date is null as is_without_day, settlement_date, revenue, miles, empty_miles,
        case when charge_count > 0 then billed_total else revenue end as gross
      from loads where user_id = ${userId} and (delivery_date between ${from} and ${to}
        or delivery_date is null and settlement_date between ${from} and ${to})),
    statement as (
      select billing.id, billing.truck_id, billing.settlement_date, billing.owner_id, billing.driver_id from billing
      where billing.user_id = ${userId} and billing.status <> 'void'
        and (billing.owner_id is not null or billing.driver_id is not null)
        and (billing.truck_id, billing.settlement_date) in
          (select truck_id, settlement_date from load where truck_id is not null and settlement_date is not null)),
    fee as (
      select statement.id as billing_id, statement.truck_id, statement.settlement_date, charged.amount
      from statement cross join lateral (
        select sum(line.amount) as amount from expenses as line
        where line.user_id = ${userId} and line.billing_id = statement.id
          and ${selectFees(userId, 'line')} and ${isByLoad('line')}) as charged
      where charged.amount <> 0),
    weighed as (
      select settled.id as load_id, fee.amount, settled.revenue,
        sum(settled.revenue) over (partition by fee.billing_id order by settled.id) as until,
        sum(settled.revenue) over (partition by fee.billing_id) as total
      from fee join loads as settled on settled.user_id = ${userId} and settled.truck_id = fee.truck_id
        and settled.settlement_date = fee.settlement_date),
    part as (
      select load_id, round(amount * until / total, 2) - round(amount * (until - revenue) / total, 2) as amount
      from weighed where total > 0),
    earning as (
      select load.*, statement.id as statement_id,
        case when statement.driver_id is not null then null
          else coalesce(statement.owner_id, lease.owner_id, truck.owner_id) end as owner_id,
        coalesce(part.amount, 0.00) as kept
      from load
        left join statement on statement.truck_id = load.truck_id and statement.settlement_date = load.settlement_date
        left join part on part.load_id = load.id
        left join trucks as truck on truck.user_id = ${userId} and truck.id = load.truck_id
        left join leases as lease on lease.user_id = ${userId} and lease.truck_id = load.truck_id
          and load.delivery_date between lease.starts_on and coalesce(lease.ends_on, 'infinity'::date))`
}

/** The share of an owner is known before the settlement, that of a driver is not. */
export const PAID = sql`case when statement_id is not null or owner_id is not null then revenue else 0.00 end`

/** The columns of `LoadSums`, added up over rows of `earning`. */
export const LOAD_SUMS = sql`count(*)::int as loads, coalesce(sum(gross), 0.00) as gross, coalesce(sum(miles), 0.00) as miles,
  coalesce(sum(empty_miles), 0.00) as empty_miles, coalesce(sum(gross) filter (where miles > 0), 0.00) as measured_gross,
  coalesce(sum(empty_miles) filter (where miles > 0), 0.00) as measured_empty, coalesce(sum(${PAID}), 0.00) as paid,
  coalesce(sum(kept), 0.00) as kept, (count(*) filter (where is_without_day))::int as without_day, (count(*) filter (where miles = 0))::int as without_miles,
  (count(*) filter (where statement_id is null))::int as not_settled`

export type LoadSums = Record<
  'gross' | 'miles' | 'emptyMiles' | 'measuredGross' | 'measuredEmpty' | 'paid' | 'kept',
  Amount
> &
  Record<'loads' | 'withoutDay' | 'withoutMiles' | 'notSettled', number>

type Key = { key: RawBuilder<string | null>; label: RawBuilder<string | null> }

const NO_LABEL = sql<null>`null`

/** The key of a row of `earning` in each view. A lane has its label; an ID gets the name of its record. */
export const KEYS: Record<ProfitView, Key> = {
  truck: { key: sql`truck_id::text`, label: NO_LABEL },
  driver: { key: sql`driver_id::text`, label: NO_LABEL },
  broker: { key: sql`broker_id::text`, label: NO_LABEL },
  dispatcher: { key: sql`dispatcher_id::text`, label: NO_LABEL },
  owner: { key: sql`owner_id::text`, label: NO_LABEL },
  lane: {
    key: sql`pickup_state || '-' || delivery_state`,
    label: sql`min(pickup_state || ' → ' || delivery_state)`,
  },
  city: {
    key: sql`lower(coalesce(trim(pickup_city) || ', ', '') || pickup_state || ' - ' || coalesce(trim(delivery_city) || ', ', '') || delivery_state)`,
    label: sql`min(coalesce(trim(pickup_city) || ', ', '') || pickup_state || ' → ' || coalesce(trim(delivery_city) || ', ', '') || delivery_state)`,
  },
}
