/** The settlements of a truck or payee that are not approved yet (SPEC C53). */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { OpenSettlement, PayeeOpenSettlement } from '#core/settlements/overview/overview.ts'
import { searchedDates } from '#core/settlements/run/open-weeks.ts'
import type { Database } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'
import { readFirstWeekday } from '#server/settings/company.ts'
import { recordExists, truckExists } from '#server/settlements/settlement/exists.ts'

const MAX_LISTED = 5
const MAX_OF_PAYEE = 10

/** Reads a truck's latest open settlements, oldest first: drafts, and dates with loads (found by an index). Throws 404. */
export async function readOpenSettlements(
  database: Database,
  userId: string,
  truckId: number,
): Promise<OpenSettlement[]> {
  if (!(await truckExists(database, userId, truckId))) throw notFound()
  const { rows } = await sql<OpenSettlement>`
    with dated as (select settlement_date, count(*) as loads, sum(revenue) as revenue from loads
      where user_id = ${userId} and truck_id = ${truckId} and settlement_date is not null
      group by settlement_date),
    draft as (select id, settlement_date from billing
      where user_id = ${userId} and truck_id = ${truckId} and status = 'pending'),
    frozen as (select settlement_date from billing
      where user_id = ${userId} and truck_id = ${truckId} and status <> 'void' and status in ('approved', 'paid')),
    found as (select coalesce(dated.settlement_date, draft.settlement_date) as settlement_date,
        coalesce(dated.loads, 0) as loads, coalesce(dated.revenue, 0.00) as revenue, draft.id as billing_id
      from dated full join draft on draft.settlement_date = dated.settlement_date)
    select * from (select found.* from found
        where not exists (select from frozen where frozen.settlement_date = found.settlement_date)
        order by settlement_date desc limit ${sql.lit(MAX_LISTED)}) as latest
    order by settlement_date`.execute(database)
  return rows
}

type Person = { table: 'owners' | 'drivers'; id: number }

/**
 * Reads the latest open settlements that pay an owner or driver, oldest first: the payee's drafts, and dates with loads of
 * trucks that would pay the payee now. The dates are searched as far back as for the settlement run (SPEC C50). Throws 404.
 */
export async function readPayeeOpenSettlements(
  database: Database,
  userId: string,
  { table, id }: Person,
  today: Day,
): Promise<PayeeOpenSettlement[]> {
  if (!(await recordExists(database, table, userId, id))) throw notFound()
  const { from } = searchedDates(today, await readFirstWeekday(database, userId))
  const isOwn =
    table === 'owners' ? sql`owner_id = ${id}` : sql`driver_id = ${id} and owner_id is null`
  const payee = `${table === 'owners' ? 'owner' : 'driver'}:${id}`
  const { rows } = await sql<PayeeOpenSettlement>`
    with own as materialized (select id from trucks where user_id = ${userId} and ${isOwn}),
    found as (
      select truck_id, settlement_date, id as billing_id from billing
        where user_id = ${userId} and payee = ${payee} and status = 'pending'
      union all select own.id, dated.settlement_date, null from own
        cross join lateral (select distinct settlement_date from loads
          where user_id = ${userId} and truck_id = own.id and settlement_date >= ${from}) as dated
        where not exists (select from billing where user_id = ${userId} and truck_id = own.id
          and settlement_date = dated.settlement_date and status <> 'void')),
    latest as (select * from found order by settlement_date desc, truck_id limit ${sql.lit(MAX_OF_PAYEE)})
    select latest.truck_id, latest.settlement_date, latest.billing_id, trucks.truck_id as truck,
      dated.loads, dated.revenue
    from latest join trucks on trucks.user_id = ${userId} and trucks.id = latest.truck_id
      cross join lateral (select count(*) as loads, coalesce(sum(revenue), 0.00) as revenue from loads
        where user_id = ${userId} and truck_id = latest.truck_id
          and settlement_date = latest.settlement_date) as dated
    order by latest.settlement_date, trucks.truck_id`.execute(database)
  return rows
}
