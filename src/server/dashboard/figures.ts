/** Reads the figures of the dashboard (SPEC B34, B35). */
import { sql, type RawBuilder } from 'kysely'
import { weekOf, type Day } from '#core/calendar.ts'
import {
  LISTED_LOADS,
  type Dashboard,
  type LoadList,
  type OpenLoad,
} from '#core/dashboard/dashboard.ts'
import { lastExpiringDay, lastOverdueDay, type ToDo } from '#core/dashboard/to-do.ts'
import type { Amount } from '#core/money.ts'
import { sumOpen } from '#core/settlements/run/open-weeks.ts'
import { PENDING_BOL, UNPAID } from '#core/statuses.ts'
import type { Database } from '#server/database/open.ts'
import { hasSample } from '#server/sample/sample-state.ts'
import { readOpenCounts } from '#server/settlements/run/open-weeks.ts'
import { readSums } from './sums.ts'

const SUNDAY = 0

/** `today`: the account's day. The periods are its full week (from Sunday), month and year. */
export async function readDashboard(
  database: Database,
  userId: string,
  today: Day,
): Promise<Dashboard> {
  const cards = buildCards(today)
  const [counts, openSettlements, sums, listed, isSample] = await Promise.all([
    readCounts(database, userId, today, cards),
    readOpenCounts(database, userId, today),
    readSums(database, userId, today),
    listNewest(database, userId, cards),
    hasSample(database, userId),
  ])
  const { trucks, activeTrucks, drivers, loads, deliveredThisWeek, settlementsToGenerate } = counts
  const { withoutTruck, notSettled, expiringLicenses, pendingBol, unpaid, lateOverdue } = counts
  const { weeks, toPay } = openSettlements
  return {
    trucks: { active: activeTrucks, total: trucks },
    drivers: { active: drivers, total: drivers },
    loads: { deliveredThisWeek, total: loads },
    settlementsToGenerate,
    ...sums,
    pendingBol: toLoadList(pendingBol, listed, 'pendingBol'),
    unpaid: toLoadList(unpaid, listed, 'unpaid'),
    toDo: {
      withoutTruck,
      withoutBol: pendingBol.late,
      notSettled,
      toPrepare: sumOpen(weeks, 'toPrepare'),
      drafts: sumOpen(weeks, 'toApprove'),
      held: sumOpen(weeks, 'held'),
      statementsToPay: toPay,
      overdue: unpaid.late + lateOverdue,
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
  pendingBol: Totals
  unpaid: Totals
  /** Loads with the status Overdue, which are not on the Unpaid card (SPEC A2). */
  lateOverdue: number
}

/** The totals of the loads on a card. */
type Totals = { count: number; amount: Amount; late: number }

async function readCounts(
  database: Database,
  userId: string,
  today: Day,
  cards: Record<CardName, Card>,
): Promise<Counts> {
  const week = weekOf(today, SUNDAY)
  const { rows } = await sql<Counts>`select trucks.*, drivers.*,
    (select count(*) from loads where user_id = ${userId}) as loads,
    (select count(*) from loads where user_id = ${userId}
      and delivery_date between ${week.from} and ${week.to}) as delivered_this_week,
    (select count(*) from (select distinct truck_id, settlement_date from loads
      where user_id = ${userId} and truck_id is not null
        and settlement_date between ${week.from} and ${week.to}) as pairs) as settlements_to_generate,
    (select count(*) from loads where user_id = ${userId}
      and truck_id is null and delivery_status <> 'delivered') as without_truck,
    (select count(*) from loads where user_id = ${userId}
      and delivery_status = 'delivered' and settlement_date is null and settled_elsewhere = 'no') as not_settled,
    ${selectTotals(userId, cards.pendingBol)} as pending_bol,
    ${selectTotals(userId, cards.unpaid)} as unpaid,
    (select count(*) from loads where user_id = ${userId}
      and payment_status = 'overdue' and ${cards.unpaid.isLate}) as late_overdue
    from (select count(*) as trucks, count(*) filter (where status = 'active') as active_trucks
        from trucks where user_id = ${userId}) as trucks,
      (select count(*) as drivers, count(*) filter (where status = 'active'
          and license_expiration <= ${lastExpiringDay(today)}) as expiring_licenses
        from drivers where user_id = ${userId}) as drivers`.execute(database)
  const [counts] = rows
  if (!counts) throw new Error('A count returned no row')
  return counts
}

/**
 * PostgreSQL reads these totals from an index alone. A load without a BOL is late if it was delivered. An unpaid load is late if
 * it was delivered more than 30 days ago.
 */
function selectTotals(userId: string, { isOpen, isLate }: Card): RawBuilder<unknown> {
  return sql`(select json_build_object('count', count(*), 'amount', coalesce(sum(revenue), 0.00)::text,
      'late', count(*) filter (where ${isLate}))
    from loads where user_id = ${userId} and ${isOpen})`
}

type CardName = 'pendingBol' | 'unpaid'
/** SQL conditions on `loads`. `isOpen` contains literals, because it must match the predicate of a partial index. */
type Card = { isOpen: RawBuilder<unknown>; isLate: RawBuilder<unknown> }

function buildCards(today: Day): Record<CardName, Card> {
  const isOneOf = (values: readonly string[]) => sql.join(values.map((value) => sql.lit(value)))
  return {
    pendingBol: {
      isOpen: sql`bol_status in (${isOneOf(PENDING_BOL)})`,
      isLate: sql`delivery_status = 'delivered'`,
    },
    unpaid: {
      isOpen: sql`payment_status in (${isOneOf(UNPAID)})`,
      isLate: sql`delivery_date <= ${lastOverdueDay(today)}`,
    },
  }
}

type ListedLoad = OpenLoad & { card: CardName }

/** The newest loads of each card. It uses subqueries, because PostgreSQL would take longer to plan joins than to run them. */
async function listNewest(
  database: Database,
  userId: string,
  cards: Record<CardName, Card>,
): Promise<ListedLoad[]> {
  const select = (card: CardName) => sql`(select ${sql.lit(card)} as card, id, load_id,
      (select truck_id from trucks
        where trucks.user_id = ${userId} and trucks.id = loads.truck_id) as truck_number,
      (select company_name from brokers
        where brokers.user_id = ${userId} and brokers.id = loads.broker_id) as broker,
      revenue, coalesce(delivery_date, pickup_date) as since
    from loads where user_id = ${userId} and ${cards[card].isOpen}
    order by id desc limit ${LISTED_LOADS})`
  const listed = sql<ListedLoad>`${select('pendingBol')} union all ${select('unpaid')} order by id desc`
  return (await listed.execute(database)).rows
}

function toLoadList({ count, amount }: Totals, listed: ListedLoad[], card: CardName): LoadList {
  const loads = listed.filter((load) => load.card === card)
  return { count, amount, loads: loads.map(({ card: _ofList, ...load }) => load) }
}
