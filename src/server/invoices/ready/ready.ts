/** The loads that can be billed, and those that can't yet, with the reasons (SPEC C173). */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import { listReasons } from '#core/invoices/reasons.ts'
import type { NotReadyLoad, Ready, ReadyBroker } from '#core/invoices/responses.ts'
import { addUp, type Amount, toAmount } from '#core/money.ts'
import { checkLoads } from '#server/confirmations/check-loads.ts'
import type { Database } from '#server/database/open.ts'
import { mayBeOpen, needsAttention, openOn } from '#server/invoices/rows.ts'
import { readBillingSettings } from '#server/invoices/settings.ts'
import { accountDay } from '#server/today.ts'
import { selectConcerned } from './tab-conditions.ts'

/** The most loads that a response lists: the oldest. */
const LISTED_LOADS = 500
/** The most loads that are counted. */
const MOST_LOADS = 20_000

type Unbilled = {
  id: number
  loadId: string
  brokerLoadNumber: string | null
  brokerId: number | null
  brokerName: string | null
  hasAddress: boolean
  route: string
  deliveredOn: Day | null
  amount: Amount
  asked: string | null
  missing: string | null
  version: number
  revenue: Amount
  billedTotal: Amount
  chargeCount: number
}

export async function readReady(database: Database, userId: string): Promise<Ready> {
  const { startsOn } = await readBillingSettings(database, userId)
  const [loads, tabs] = await Promise.all([
    readUnbilled(database, userId, startsOn),
    readTabs(database, userId),
  ])
  const states = await checkLoads(database, userId, loads)
  const judged = loads.map((load) => ({
    ...load,
    reasons: listReasons({ ...load, confirmation: states.get(load.id) ?? 'same' }),
  }))
  const [ready, notReady] = [
    judged.filter(({ reasons }) => !reasons.length),
    judged.filter(({ reasons }) => reasons.length),
  ]
  return {
    ready: groupByBroker(ready.slice(0, LISTED_LOADS)),
    notReady: notReady.slice(0, LISTED_LOADS).map(toNotReady),
    more: Math.max(ready.length, notReady.length) > LISTED_LOADS || loads.length === MOST_LOADS,
    tabs: { notReady: count(notReady), ready: count(ready), ...tabs },
  }
}

async function readUnbilled(
  database: Database,
  userId: string,
  since: Day | null,
): Promise<Unbilled[]> {
  const { rows } = await sql<Unbilled>`
    select load.id, load.load_id, load.broker_load_number, load.broker_id, broker.company_name as broker_name,
      coalesce(broker.bill_to_address, broker.address, broker.invoice_email, broker.email) is not null as has_address,
      concat_ws(', ', load.pickup_city, load.pickup_state) || ' → '
        || concat_ws(', ', load.delivery_city, load.delivery_state) as route,
      unbilled.delivered_on, unbilled.amount, unbilled.asked, load.missing_to_bill as missing, load.version,
      load.revenue, load.billed_total, load.charge_count
    from list_unbilled_loads(${userId}::uuid, ${since}::date, ${MOST_LOADS}) as unbilled
      -- "offset 0" makes PostgreSQL look up each id. It expects 1,000 ids and would otherwise read every load of the account.
      cross join lateral (select * from loads where user_id = ${userId} and id = unbilled.id offset 0) as load
      left join brokers as broker on broker.user_id = ${userId} and broker.id = load.broker_id
    order by unbilled.delivered_on, load.id`.execute(database)
  return rows
}

function toBillable(load: Unbilled) {
  const { id, loadId, brokerLoadNumber, route, deliveredOn, amount, version } = load
  return { id, loadId, brokerLoadNumber, route, deliveredOn, amount, version }
}

function toNotReady(load: Unbilled & { reasons: string[] }): NotReadyLoad {
  const { brokerId, brokerName, reasons, missing: missingToBill } = load
  return { ...toBillable(load), brokerId, brokerName, reasons, missingToBill }
}

/** Brokers in the order of their oldest loads. */
function groupByBroker(loads: readonly Unbilled[]): ReadyBroker[] {
  return [...Map.groupBy(loads, ({ brokerId }) => brokerId)].flatMap(([brokerId, own]) => {
    const [first] = own
    if (brokerId === null || !first) return []
    const { brokerName } = first
    return [
      {
        brokerId,
        brokerName: brokerName ?? '',
        loads: own.map(toBillable),
        total: count(own).total,
      },
    ]
  })
}

function count(loads: readonly Unbilled[]) {
  return { count: loads.length, total: toAmount(addUp(loads.map(({ amount }) => amount))) }
}

// The counts and totals of the tabs of invoices (SPEC C173).

type Tabs = Pick<Ready['tabs'], 'drafts' | 'sent' | 'attention'>
type Row = { count: number; total: Amount }

async function readTabs(database: Database, userId: string): Promise<Tabs> {
  const read = async (query: ReturnType<typeof sql<Row>>): Promise<Row> =>
    (await query.execute(database)).rows[0] ?? { count: 0, total: '0.00' }
  const today = accountDay()
  const open = openOn(userId, today)
  const [drafts, sent, attention] = await Promise.all([
    read(sql<Row>`select count(*) as count,
        coalesce(sum(find_draft_total(${userId}::uuid, id)), 0)::numeric(20, 2) as total
      from invoices where user_id = ${userId} and state = 'draft'`),
    read(sql<Row>`select count(*) as count, coalesce(sum(${open}), 0)::numeric(20, 2) as total
      from invoices as invoice where invoice.user_id = ${userId} and ${mayBeOpen(today)} and ${open} > 0
        and not ${needsAttention(userId, today)}`),
    read(sql<Row>`select count(*) as count, coalesce(sum(${open}), 0)::numeric(20, 2) as total
      from invoices as invoice join (${selectConcerned(userId)}) as concerned on concerned.id = invoice.id
      where invoice.user_id = ${userId} and ${needsAttention(userId, today)}`),
  ])
  return { drafts, sent, attention }
}
