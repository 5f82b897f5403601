/** The loads of a week whose papers came more than 15 days ago and that are on no approved statement (SPEC C256). */
import { sql } from 'kysely'
import { addDays, type Day, type Period } from '#core/calendar.ts'
import type { PaperRules } from '#core/required-papers/required-papers.ts'
import {
  countLateDays,
  SETTLE_WITHIN_DAYS,
  type LatePapers,
} from '#core/settlements/run/late-papers.ts'
import { readTimeZone } from '#server/database/actor.ts'
import { readReceivedBolDays } from '#server/database/audit.ts'
import type { Database } from '#server/database/open.ts'
import { readArrivalDays } from '#server/documents/loads-with-documents.ts'

type ReadyLoad = {
  id: number
  number: string
  truckId: number
  settlementDate: Day
  deliveredOn: Day | null
  createdOn: Day
  isBolReceived: boolean
  /** The rules for its required papers. Null: the account has none. */
  rules: PaperRules | null
}

type LateLoad = LatePapers & Pick<ReadyLoad, 'truckId' | 'settlementDate'>

/**
 * `today`: the account's day. Runs one query in a week without such loads, otherwise three.
 */
export async function findLatePapers(
  database: Database,
  userId: string,
  period: Period,
  today: Day,
): Promise<LateLoad[]> {
  const loads = await readReadyLoads(database, userId, period, today)
  if (!loads.length) return []
  const [bolDays, arrivals] = await Promise.all([
    readReceivedBolDays(
      database,
      userId,
      loads.filter(({ isBolReceived }) => isBolReceived).map(({ id }) => id),
    ),
    readArrivalDays(
      database,
      userId,
      loads.filter(({ rules }) => rules !== null).map(({ id }) => id),
    ),
  ])
  const ofLoads = Map.groupBy(arrivals, ({ loadId }) => loadId)
  return loads.flatMap((load) => {
    const papers = (ofLoads.get(load.id) ?? []).filter(({ kind }) => isNeeded(load, kind))
    const bolDay = load.isBolReceived ? [bolDays.get(load.id) ?? load.createdOn] : []
    const days = countLateDays(today, load.deliveredOn, [
      ...bolDay,
      ...papers.map((one) => one.day),
    ])
    const { number, truckId, settlementDate } = load
    return days === null ? [] : [{ number, truckId, settlementDate, days }]
  })
}

/** The BOL status alone says whether there is a BOL (SPEC C129), so its documents do not count. */
function isNeeded({ rules }: ReadyLoad, kind: string): boolean {
  if (kind === 'bol') return false
  const rule = Object.entries(rules ?? {}).find(([name]) => name === kind)?.[1]
  return rule !== undefined && rule !== 'never'
}

/** Loads that were delivered long ago, are not on an approved statement, and have every paper that a settlement needs. */
async function readReadyLoads(
  database: Database,
  userId: string,
  { from, to }: Period,
  today: Day,
): Promise<ReadyLoad[]> {
  const latest = addDays(today, -SETTLE_WITHIN_DAYS - 1)
  const { rows } = await sql<ReadyLoad>`
    select load.id, load.load_id as number, load.truck_id, load.settlement_date,
      case when load.delivery_status = 'delivered' then load.delivery_date
        else coalesce(load.delivery_date, load.settlement_date) end as delivered_on,
      (load.created_at at time zone ${readTimeZone()})::date as created_on, load.bol_status = 'received' as is_bol_received,
      case when (select has_document_needs(${userId}::uuid))
        then papers_needed(${userId}::uuid, load.broker_id, load.pickup_date, 'settle') end as rules
    from loads as load
    where load.user_id = ${userId} and load.truck_id is not null
      and load.settlement_date between ${from} and ${to}
      and coalesce(load.delivery_date, case when load.delivery_status <> 'delivered' then load.settlement_date end, ${latest}::date)
        <= ${latest}
      and load.missing_to_settle is null
      and (load.bol_status = 'received' or ((select has_document_needs(${userId}::uuid))
        and not expects_bol(${userId}::uuid, load.broker_id, load.pickup_date, load.missing_to_settle)))
      and not exists (select from billing where billing.user_id = ${userId} and billing.truck_id = load.truck_id
        and billing.settlement_date = load.settlement_date and billing.status in ('approved', 'paid'))
      and not exists (select from statement_loads as printed
        join billing on billing.user_id = ${userId} and billing.id = printed.billing_id and billing.status <> 'void'
        where printed.user_id = ${userId} and printed.load_id = load.id)
    order by load.load_id`.execute(database)
  return rows
}
