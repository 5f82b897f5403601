/** Reads what is behind the figures of a row (SPEC C584). */
import { sql } from 'kysely'
import type { Day, Period } from '#core/calendar.ts'
import { toAmount, toCents, type Amount } from '#core/money.ts'
import { LISTED_DETAILS, type ProfitDetails, type RateBefore } from '#core/profit/details.ts'
import { divideByMiles, findMargin } from '#core/profit/figures.ts'
import { findItemKey, type ProfitItem } from '#core/profit/items.ts'
import { NOT_ASSIGNED, weeksBefore, type ProfitQuery } from '#core/profit/profit.ts'
import type { Database } from '#server/database/open.ts'
import { readItems } from './read-items.ts'
import { KEYS, PAID, withLoads } from './select-loads.ts'

type Query = ProfitQuery & { key: string }

export async function readProfitDetails(
  database: Database,
  userId: string,
  query: Query,
): Promise<ProfitDetails> {
  const period = { from: query.from, to: query.to }
  const key = query.key === NOT_ASSIGNED ? null : query.key
  const [loads, { items }] = await Promise.all([
    readLoads(database, userId, period, { by: query.by, key }),
    readItems(database, userId, period),
  ])
  const ofRow = items.filter((item) => findItemKey(query.by, item) === key)
  const trucks = await readTruckNumbers(database, userId, ofRow)
  return {
    loads: loads.map(({ count: _, ...load }) => load),
    loadCount: loads[0]?.count ?? 0,
    items: ofRow.map((item) => ({
      kind: item.kind,
      id: item.id,
      day: item.day,
      text: item.text,
      truck: item.truckId === null ? null : (trucks.get(item.truckId) ?? null),
      margin: toAmount(findMargin({ gross: 0n, ...item })),
    })),
  }
}

type Load = ProfitDetails['loads'][number]

async function readLoads(
  database: Database,
  userId: string,
  period: Period,
  { by, key }: { by: Query['by']; key: string | null },
): Promise<(Load & { count: number })[]> {
  const { rows } = await sql<
    Omit<Load, 'margin'> & { count: number }
  >`with ${withLoads(userId, period)}
    select id, load_id, delivery_date, gross, ${PAID} as paid, kept, miles, empty_miles, statement_id is not null as is_settled,
      coalesce(pickup_city || ', ', '') || pickup_state || ' → ' || coalesce(delivery_city || ', ', '') || delivery_state as lane,
      (count(*) over ())::int as count
    from earning where (${KEYS[by].key}) is not distinct from ${key}
    order by delivery_date desc, id desc limit ${LISTED_DETAILS}`.execute(database)
  return rows.map((load) => ({ ...load, margin: toAmount(marginOf(load)) }))
}

function marginOf({ gross, paid, kept }: Pick<Load, 'gross' | 'paid' | 'kept'>): bigint {
  const [billed, share, fees] = [toCents(gross), toCents(paid), toCents(kept)]
  return findMargin({ gross: billed, paid: share, kept: fees, chargedBack: 0n, costs: 0n })
}

async function readTruckNumbers(
  database: Database,
  userId: string,
  items: readonly ProfitItem[],
): Promise<Map<number, string>> {
  const ids = [...new Set(items.flatMap(({ truckId }) => truckId ?? []))]
  if (!ids.length) return new Map()
  const { rows } = await sql<{ id: number; number: string }>`
    select id, truck_id as number from trucks where user_id = ${userId} and id = any(${ids})`.execute(
    database,
  )
  return new Map(rows.map(({ id, number }) => [id, number]))
}

/** The account's rate for all miles in the 13 weeks before the day (SPEC C588). */
export async function readRateBefore(
  database: Database,
  userId: string,
  before: Day,
): Promise<RateBefore> {
  const { from, to } = weeksBefore(before)
  const { rows } = await sql<{ gross: Amount; miles: Amount }>`
    select coalesce(sum(case when charge_count > 0 then billed_total else revenue end), 0.00) as gross,
      coalesce(sum(miles + empty_miles), 0.00) as miles from loads
    where user_id = ${userId} and (delivery_date between ${from} and ${to}
      or delivery_date is null and settlement_date between ${from} and ${to}) and miles > 0`.execute(
    database,
  )
  const [sums] = rows
  const perMile = divideByMiles(toCents(sums?.gross ?? '0.00'), toCents(sums?.miles ?? '0.00'))
  return { from, to, perMile }
}
