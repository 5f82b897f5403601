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

/** `today`: the account's day. Later settlement dates are not due yet, but drafts are found at any date. */
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
    saved as materialized (select truck_id, settlement_date from billing
      where user_id = ${userId} and status <> 'void' and settlement_date between ${from} and ${to}),
    unsaved as (select settlement_date, count(*) as to_prepare
      from (select * from hauled except select * from saved) as missing group by settlement_date),
    open as (select settlement_date,
        count(*) filter (where status = 'pending' and hold_reason is null) as to_approve,
        count(*) filter (where hold_reason is not null) as held,
        count(*) filter (where status = 'approved') as to_pay
      from billing where user_id = ${userId} and status in ('pending', 'approved')
        and (status = 'pending' or settlement_date between ${from} and ${to})
      group by settlement_date)
    select settlement_date, coalesce(to_prepare, 0) as to_prepare, coalesce(to_approve, 0) as to_approve,
      coalesce(held, 0) as held, coalesce(to_pay, 0) as to_pay
    from unsaved full join open using (settlement_date) order by settlement_date`.execute(database)
  return toOpenWeeks(rows, firstWeekday)
}

export async function readOpenWork(
  database: Database,
  userId: string,
  today: Day,
): Promise<OpenWork> {
  const [settlements, missingTaxIds] = await Promise.all([
    readOpenCounts(database, userId, today),
    countMissingTaxIds(database, userId, today),
  ])
  return { ...settlements, missingTaxIds }
}

/** The numbers of the sidebar, of the bell and of To Do Today (SPEC C467). */
export async function readOpenCounts(
  database: Database,
  userId: string,
  today: Day,
): Promise<Omit<OpenWork, 'missingTaxIds'>> {
  const [weeks, { rows }] = await Promise.all([
    readOpenWeeks(database, userId, today),
    sql<{ count: number }>`select count(*) as count from billing
      where user_id = ${userId} and status = 'approved'`.execute(database),
  ])
  return { weeks, toPay: rows[0]?.count ?? 0 }
}
