/** Reads the figures of the dashboard (SPEC B34, B35). */
import { sql, type RawBuilder } from 'kysely'
import { monthBefore, monthOf, monthsUntil, weekOf, yearOf, type Day } from '#core/calendar.ts'
import {
  CHARTED_MONTHS,
  LISTED_LOADS,
  type Dashboard,
  type LoadList,
  type MonthSums,
  type OpenLoad,
  type PeriodSums,
} from '#core/dashboard/dashboard.ts'
import { lastExpiringDay, lastOverdueDay, type ToDo } from '#core/dashboard/to-do.ts'
import { percentChange, toCents, type Amount } from '#core/money.ts'
import { PENDING_BOL, UNPAID } from '#core/statuses.ts'
import type { Database } from '#server/database/open.ts'
import { hasSample } from '#server/sample/sample-state.ts'
import { countOpenSettlements } from '#server/settlements/settlement/open-settlements.ts'

const SUNDAY = 0

/** `today`: the browser's day. The periods are its full week (from Sunday), month and year. */
export async function readDashboard(
  database: Database,
  userId: string,
  today: Day,
): Promise<Dashboard> {
  const [counts, revenue, expenses, extraPay, months, pendingBol, unpaid, settlements, isSample] =
    await Promise.all([
      readCounts(database, userId, today),
      readSums(database, userId, today, 'revenue'),
      readSums(database, userId, today, 'expenses'),
      readSums(database, userId, today, 'extra-pay'),
      readMonths(database, userId, today),
      readPendingBol(database, userId),
      readUnpaid(database, userId, today),
      countOpenSettlements(database, userId),
      hasSample(database, userId),
    ])
  const { trucks, activeTrucks, drivers, loads, deliveredThisWeek, settlementsToGenerate } = counts
  const { withoutTruck, notSettled, expiringLicenses } = counts
  return {
    trucks: { active: activeTrucks, total: trucks },
    drivers: { active: drivers, total: drivers },
    loads: { deliveredThisWeek, total: loads },
    settlementsToGenerate,
    revenue,
    expenses,
    extraPay,
    months,
    pendingBol: pendingBol.list,
    unpaid: unpaid.list,
    toDo: {
      withoutTruck,
      withoutBol: pendingBol.late,
      notSettled,
      drafts: settlements.drafts,
      held: settlements.held,
      statementsToPay: settlements.statements,
      overdue: unpaid.late,
      expiringLicenses,
    },
    hasSample: isSample,
  }
}

type Counts = Pick<ToDo, 'withoutTruck' | 'notSettled' | 'expiringLicenses'> & {
  trucks: number
  activeTrucks: number
  drivers: number
  loads: number
  deliveredThisWeek: number
  settlementsToGenerate: number
}

async function readCounts(database: Database, userId: string, today: Day): Promise<Counts> {
  const week = weekOf(today, SUNDAY)
  const { rows } = await sql<Counts>`select
    (select count(*) from trucks where user_id = ${userId}) as trucks,
    (select count(*) from trucks where user_id = ${userId} and status = 'active') as active_trucks,
    (select count(*) from drivers where user_id = ${userId}) as drivers,
    (select coalesce(sum(amount), 0)::bigint from sums
      where user_id = ${userId} and kind = 'loads') as loads,
    (select count(*) from loads where user_id = ${userId}
      and delivery_date between ${week.from} and ${week.to}) as delivered_this_week,
    (select count(*) from (select distinct truck_id, settlement_date from loads
      where user_id = ${userId} and truck_id is not null
        and settlement_date between ${week.from} and ${week.to}) as pairs) as settlements_to_generate,
    (select count(*) from loads where user_id = ${userId}
      and truck_id is null and delivery_status <> 'delivered') as without_truck,
    (select count(*) from loads where user_id = ${userId}
      and delivery_status = 'delivered' and settlement_date is null) as not_settled,
    (select count(*) from drivers where user_id = ${userId} and status = 'active'
      and license_expiration <= ${lastExpiringDay(today)}) as expiring_licenses
  `.execute(database)
  const [counts] = rows
  if (!counts) throw new Error('A select without from returned no row')
  return counts
}

/** From the totals per day that triggers keep: revenue by delivery date, expenses by settlement date. */
async function readSums(
  database: Database,
  userId: string,
  today: Day,
  kind: 'revenue' | 'expenses' | 'extra-pay',
): Promise<PeriodSums> {
  const week = weekOf(today, SUNDAY)
  const [month, before, year] = [monthOf(today), monthBefore(today), yearOf(today)]
  const within = ({ from, to }: { from: Day; to: Day }) =>
    sql`place between place_of_day(${from}) and place_of_day(${to})`
  const sum = (period: { from: Day; to: Day }) =>
    sql<Amount>`coalesce(sum(amount) filter (where ${within(period)}), 0.00)`
  // One pass over the days of all periods: the week or last month may be partly in another year.
  const from = [week.from, before.from, year.from].toSorted()[0] ?? year.from
  const to = [week.to, year.to].toSorted()[1] ?? year.to
  const { rows } = await sql<Omit<PeriodSums, 'percentChange'>>`select
      ${sum(week)} as this_week, ${sum(month)} as this_month,
      ${sum(year)} as year_to_date, ${sum(before)} as last_month
    from sums where user_id = ${userId} and kind = ${kind} and ${within({ from, to })}`.execute(
    database,
  )
  const [sums] = rows
  if (!sums) throw new Error('A sum without group by returned no row')
  const change = percentChange(toCents(sums.thisMonth), toCents(sums.lastMonth))
  return { ...sums, percentChange: change }
}

async function readMonths(database: Database, userId: string, today: Day): Promise<MonthSums[]> {
  const months = monthsUntil(today, CHARTED_MONTHS)
  const sum = (kind: 'revenue' | 'expenses') => sql`(select coalesce(sum(amount), 0.00) from sums
    where user_id = ${userId} and kind = ${sql.lit(kind)}
      and place between place_of_day(month."from") and place_of_day(month."to"))`
  const listed = months.map(({ from, to }) => sql`(${from}::date, ${to}::date)`)
  const { rows } = await sql<MonthSums>`select "from", "to", ${sum('revenue')} as revenue,
      ${sum('expenses')} as expenses
    from (values ${sql.join(listed)}) as month ("from", "to") order by "from"`.execute(database)
  return rows
}

/** `late`: delivered. */
function readPendingBol(database: Database, userId: string): Promise<OpenLoads> {
  const late = sql`delivery_status = 'delivered'`
  return readLoads(database, userId, isOneOf('bolStatus', PENDING_BOL), late)
}

/** `late`: delivered more than 30 days ago. */
function readUnpaid(database: Database, userId: string, today: Day): Promise<OpenLoads> {
  const late = sql`delivery_date <= ${lastOverdueDay(today)}`
  return readLoads(database, userId, isOneOf('paymentStatus', UNPAID), late)
}

/** With literals: the predicate of a partial index. */
function isOneOf(
  status: 'bolStatus' | 'paymentStatus',
  values: readonly string[],
): RawBuilder<boolean> {
  const list = sql.join(values.map((value) => sql.lit(value)))
  return sql`${sql.ref(`loads.${status}`)} in (${list})`
}

type OpenLoads = { list: LoadList; late: number }

/** The totals are read from the index alone. */
async function readLoads(
  database: Database,
  userId: string,
  isOpen: RawBuilder<boolean>,
  isLate: RawBuilder<unknown>,
): Promise<OpenLoads> {
  const matching = sql`loads.user_id = ${userId} and ${isOpen}`
  const [counted, listed] = await Promise.all([
    sql<{ count: number; amount: Amount; late: number }>`select count(*) as count,
        coalesce(sum(revenue), 0.00) as amount, count(*) filter (where ${isLate}) as late
      from loads where ${matching}`.execute(database),
    sql<OpenLoad>`select loads.id, loads.load_id, trucks.truck_id as truck_number,
        brokers.company_name as broker, loads.revenue,
        coalesce(loads.delivery_date, loads.pickup_date) as since
      from loads left join trucks on trucks.user_id = loads.user_id and trucks.id = loads.truck_id
        left join brokers on brokers.user_id = loads.user_id and brokers.id = loads.broker_id
      where ${matching} order by loads.id desc limit ${LISTED_LOADS}`.execute(database),
  ])
  const [totals] = counted.rows
  if (!totals) throw new Error('A sum without group by returned no row')
  const { count, amount, late } = totals
  return { list: { count, amount, loads: listed.rows }, late }
}
