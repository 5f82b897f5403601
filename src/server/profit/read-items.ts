/** Reads what changes the margin besides loads (SPEC C583, C587), by its own day. */
import { sql, type RawBuilder } from 'kysely'
import type { Day, Period } from '#core/calendar.ts'
import { addUp, negate, toAmount, toCents, type Amount } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import {
  NO_ITEM_SUMS,
  splitCost,
  type ItemSums,
  type ProfitItem,
  type StoredCost,
} from '#core/profit/items.ts'
import { readCompanyPurchases, type CompanyPurchases } from '#server/cards/truck-purchases.ts'
import type { Database } from '#server/database/open.ts'
import { readBorne, type Borne } from '#server/settlements/cards/read-due.ts'
import { readInService, readOwners } from './fleet.ts'
import { isByLoad, selectFees } from './select-loads.ts'

/** The items of the period, of all trucks, drivers and owners. `unclear`: card purchases of nobody who is known are not counted. */
export async function readItems(
  database: Database,
  userId: string,
  period: Period,
): Promise<{ items: ProfitItem[]; unclear: number }> {
  const [statements, purchases, aboveCost, typed] = await Promise.all([
    readStatementItems(database, userId, period),
    readPurchases(database, userId, period),
    readCardChargeBacks(database, userId, period),
    readCosts(database, userId, period),
  ])
  const items = [...statements, ...purchases.items, ...aboveCost, ...typed]
  return { items, unclear: purchases.unclear }
}

type OfStatement = {
  id: number
  number: number | null
  day: Day
  truckId: number
  driverId: number | null
  ownerId: number | null
}

function toItem({ number, ...statement }: OfStatement, sums: Partial<ItemSums>): ProfitItem {
  const text = number === null ? 'Draft statement' : `Statement ${number}`
  return { ...NO_ITEM_SUMS, ...statement, kind: 'statement', text, ...sums }
}

type StatementItem = OfStatement & { kept: Amount; paid: Amount }

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
  return rows.map(({ kept, paid, ...statement }) =>
    toItem(statement, { kept: toCents(kept), paid: toCents(paid) }),
  )
}

function isFlat(line: string): RawBuilder<unknown> {
  const basis = sql.ref(`${line}.basis`)
  return sql`(${basis} is null or ${basis} = 'fixed')`
}

/**
 * Card purchases that the carrier bears: of its own trucks, and of an owner's truck if the lease charges nothing for this kind or a person
 * took the purchase off its settlement. The owner is the one of the day, as on settlements (SPEC C573).
 */
async function readPurchases(
  database: Database,
  userId: string,
  period: Period,
): Promise<{ items: ProfitItem[]; unclear: number }> {
  const [company, { borne, unclear }] = await Promise.all([
    readCompanyPurchases(database, userId, period),
    readBorne(database, userId, period),
  ])
  const ofCompany = company.map((one) => ({ ...one, ownerId: null }))
  const items = [...ofCompany, ...groupBorne(borne)].map(({ count, net, ...item }) => ({
    ...NO_ITEM_SUMS,
    ...item,
    kind: 'purchases' as const,
    id: null,
    text: pluralize(count, 'card purchase'),
    costs: toCents(net),
  }))
  return { items, unclear }
}

/** By truck, driver and owner, with the last day. */
function groupBorne(borne: readonly Borne[]): (CompanyPurchases & { ownerId: number | null })[] {
  const groups = Map.groupBy(
    borne,
    ({ purchase: { truckId, driverId }, ownerId }) => `${truckId} ${driverId} ${ownerId}`,
  )
  return [...groups.values()].flatMap((all) => {
    const last = all.at(-1)
    if (!last) return []
    const { truckId, driverId, day } = last.purchase
    const net = addUp(
      all.flatMap(({ purchase: { retail, discount } }) => [retail, negate(discount)]),
    )
    return { truckId, driverId, ownerId: last.ownerId, day, count: all.length, net: toAmount(net) }
  })
}

type ChargedBack = OfStatement & { charged: Amount; cost: Amount }

/** What card purchases on settlements cost, and what they were charged back for, by statement. At actual cost both are equal. */
async function readCardChargeBacks(
  database: Database,
  userId: string,
  { from, to }: Period,
): Promise<ProfitItem[]> {
  const { rows } = await sql<ChargedBack>`
    select statement.id, statement.number, statement.settlement_date as day, statement.truck_id, statement.driver_id,
      statement.owner_id, sum(line.amount) as charged, sum(purchase.net) as cost
    from billing as statement
      join expenses as line on line.user_id = ${userId} and line.billing_id = statement.id
      join card_purchases as purchase on purchase.user_id = ${userId} and purchase.id = line.card_purchase_id
    where statement.user_id = ${userId} and statement.settlement_date between ${from} and ${to} and statement.status <> 'void'
    group by statement.user_id, statement.id
    order by statement.settlement_date, statement.id`.execute(database)
  return rows.map(({ charged, cost, ...statement }) =>
    toItem(statement, { chargedBack: toCents(charged), costs: toCents(cost) }),
  )
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
): Promise<ProfitItem[]> {
  const { rows } = await sql<StoredCost>`
    select id, starts_on, ends_on, truck_id, driver_id, category, vendor, amount, charged_back from costs
    where user_id = ${userId} and starts_on <= ${period.to} and coalesce(ends_on, starts_on) >= ${period.from}
    order by starts_on, id`.execute(database)
  const [earliest] = rows
  if (!earliest) return []
  const isSpread = rows.some(({ truckId, driverId }) => truckId === null && driverId === null)
  const [trucks, findOwner] = await Promise.all([
    isSpread ? readInService(database, userId, earliest.startsOn) : [],
    readOwners(database, userId),
  ])
  return rows.flatMap((cost) => splitCost(cost, period, trucks, findOwner))
}
