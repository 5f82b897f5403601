/** Reads what changes the margin besides loads (SPEC C583, C587), by its own day. */
import { sql, type RawBuilder } from 'kysely'
import type { Day, Period } from '#core/calendar.ts'
import { toCents, type Amount } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { NO_ITEM_SUMS, splitCost, type ProfitItem, type StoredCost } from '#core/profit/items.ts'
import type { Database } from '#server/database/open.ts'
import type { Fleet } from './fleet.ts'
import { isByLoad, selectFees } from './select-loads.ts'

/** The items of the period, of all trucks, drivers and owners. `fleet`: one for all periods of a request. */
export async function readItems(
  database: Database,
  userId: string,
  period: Period,
  fleet: Fleet,
): Promise<ProfitItem[]> {
  const [statements, purchases, aboveCost, typed] = await Promise.all([
    readStatementItems(database, userId, period),
    readPurchases(database, userId, period),
    readCardChargeBacks(database, userId, period),
    readCosts(database, userId, period, fleet),
  ])
  return [...statements, ...purchases, ...aboveCost, ...typed]
}

type StatementItem = {
  id: number
  number: number | null
  day: Day
  truckId: number
  driverId: number | null
  ownerId: number | null
  kept: Amount
  paid: Amount
}

/**
 * Flat fees, extra pay and what later statements correct of both, by settlement date. Fees by load are here only if the statement has no
 * revenue that they could be shared out by.
 */
async function readStatementItems(
  database: Database,
  userId: string,
  { from, to }: Period,
): Promise<ProfitItem[]> {
  const isExtraPay = sql`(line.kind = 'extra-pay' or line.adjusts_pay)`
  const { rows } = await sql<StatementItem>`
    with statement as (
      select id, number, settlement_date, truck_id, driver_id, owner_id from billing
      where user_id = ${userId} and settlement_date between ${from} and ${to} and status <> 'void'
        and (owner_id is not null or driver_id is not null))
    select statement.id, statement.number, statement.settlement_date as day, statement.truck_id, statement.driver_id,
      statement.owner_id, counted.kept, counted.paid
    from statement cross join lateral (
      select coalesce(sum(-line.amount) filter (where ${isExtraPay}), 0.00) as paid,
        coalesce(sum(line.amount) filter (where not ${isExtraPay}), 0.00) as kept
      from expenses as line
      where line.user_id = ${userId} and line.billing_id = statement.id and (${isExtraPay}
        or ${selectFees(userId, 'line')} and (${isFlat('line')} or ${isByLoad('line')} and not exists (
          select from loads where loads.user_id = ${userId} and loads.truck_id = statement.truck_id
            and loads.settlement_date = statement.settlement_date and loads.revenue > 0))
        or line.restates is not null and exists (
          select from expenses as restated where restated.user_id = ${userId} and restated.id = line.restates
            and ${selectFees(userId, 'restated')} and (${isFlat('restated')} or ${isByLoad('restated')})))) as counted
    where counted.kept <> 0 or counted.paid <> 0
    order by statement.settlement_date, statement.id`.execute(database)
  return rows.map(({ number, kept, paid, ...item }) => ({
    ...NO_ITEM_SUMS,
    ...item,
    kind: 'statement',
    text: number === null ? 'Draft statement' : `Statement ${number}`,
    kept: toCents(kept),
    paid: toCents(paid),
  }))
}

function isFlat(line: string): RawBuilder<unknown> {
  const basis = sql.ref(`${line}.basis`)
  return sql`(${basis} is null or ${basis} = 'fixed')`
}

type Purchases = {
  day: Day
  truckId: number
  driverId: number | null
  count: number
  net: Amount
}

/** Card purchases of the carrier's own trucks. A truck of an owner is charged back for its own. */
async function readPurchases(
  database: Database,
  userId: string,
  { from, to }: Period,
): Promise<ProfitItem[]> {
  const { rows } = await sql<Purchases>`
    select max(purchase.day) as day, purchase.truck_id, purchase.driver_id, count(*)::int as count, sum(purchase.net) as net
    from card_purchases as purchase
      join trucks as truck on truck.user_id = ${userId} and truck.id = purchase.truck_id
      left join leases as lease on lease.user_id = ${userId} and lease.truck_id = purchase.truck_id
        and purchase.day between lease.starts_on and coalesce(lease.ends_on, 'infinity'::date)
    where purchase.user_id = ${userId} and purchase.day between ${from} and ${to} and purchase.ignored is null
      and coalesce(lease.owner_id, truck.owner_id) is null
    group by purchase.truck_id, purchase.driver_id`.execute(database)
  return rows.map(({ count, net, ...item }) => ({
    ...NO_ITEM_SUMS,
    ...item,
    kind: 'purchases',
    id: null,
    text: pluralize(count, 'card purchase'),
    ownerId: null,
    costs: toCents(net),
  }))
}

/**
 * What card purchases were charged back for above or below their cost. Lines of statements don't name their purchase yet, so every
 * charge-back of a purchase counts as made at cost: nothing is left of it.
 */
async function readCardChargeBacks(
  _database: Database,
  _userId: string,
  _period: Period,
): Promise<ProfitItem[]> {
  return []
}

/** The number of purchases that are of no truck yet, and not counted. */
export async function countPurchasesWithoutTruck(
  database: Database,
  userId: string,
  { from, to }: Period,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from card_purchases
    where user_id = ${userId} and day between ${from} and ${to} and ignored is null and truck_id is null`.execute(
    database,
  )
  return rows[0]?.count ?? 0
}

/** Typed costs. The trucks are read only if a cost needs them. */
async function readCosts(
  database: Database,
  userId: string,
  period: Period,
  fleet: Fleet,
): Promise<ProfitItem[]> {
  const { rows } = await sql<StoredCost>`
    select id, starts_on, ends_on, truck_id, driver_id, category, vendor, amount, charged_back from costs
    where user_id = ${userId} and starts_on <= ${period.to} and coalesce(ends_on, starts_on) >= ${period.from}
    order by starts_on, id`.execute(database)
  if (!rows.length) return []
  const isSpread = rows.some(({ truckId, driverId }) => truckId === null && driverId === null)
  const [trucks, findOwner] = await Promise.all([
    isSpread ? fleet.readInService() : [],
    fleet.readOwners(),
  ])
  return rows.flatMap((cost) => splitCost(cost, period, trucks, findOwner))
}
