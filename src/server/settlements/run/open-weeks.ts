/**
 * Reads the work weeks with open settlements (SPEC C50), from index entries and a few statements of payees without a tax
 * ID.
 */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import {
  searchedDates,
  toOpenWeeks,
  type OpenDate,
  type OpenWeek,
  type OpenWork,
} from '#core/settlements/run/open-weeks.ts'
import type { Database } from '#server/database/open.ts'
import { readFirstWeekday } from '#server/settings/company.ts'
import { countMissingTaxIds } from '#server/settlements/year/missing-tax-ids.ts'

/** `today`: the account's day. Later settlement dates are not due yet. */
export async function readOpenWeeks(
  database: Database,
  userId: string,
  today: Day,
): Promise<OpenWeek[]> {
  const firstWeekday = await readFirstWeekday(database, userId)
  const { from, to } = searchedDates(today, firstWeekday)
  const { rows } = await sql<OpenDate>`
    with hauled as materialized (select distinct truck_id, settlement_date from loads
      where user_id = ${userId} and truck_id is not null and settlement_date between ${from} and ${to}),
    saved as materialized (select truck_id, settlement_date, status, hold_reason from billing
      where user_id = ${userId} and status <> 'void' and settlement_date between ${from} and ${to})
    select settlement_date, count(*) filter (where status is null) as to_prepare,
      count(*) filter (where status = 'pending' and hold_reason is null) as to_approve,
      count(*) filter (where status = 'pending' and hold_reason is not null) as held,
      count(*) filter (where status = 'approved') as to_pay
    from hauled full join saved using (truck_id, settlement_date)
    where status is null or status in ('pending', 'approved')
    group by settlement_date order by settlement_date`.execute(database)
  return toOpenWeeks(rows, firstWeekday)
}

export async function readOpenWork(
  database: Database,
  userId: string,
  today: Day,
): Promise<OpenWork> {
  const [weeks, missingTaxIds, { rows }] = await Promise.all([
    readOpenWeeks(database, userId, today),
    countMissingTaxIds(database, userId, today),
    sql<{ count: number }>`select count(*) as count from billing
      where user_id = ${userId} and status = 'approved'`.execute(database),
  ])
  return { weeks, toPay: rows[0]?.count ?? 0, missingTaxIds }
}
