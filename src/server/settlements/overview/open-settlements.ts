/** The settlements of a truck that are not approved yet (SPEC C53). */
import { sql } from 'kysely'
import type { OpenSettlement } from '#core/settlements/overview/overview.ts'
import type { Database } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'
import { truckExists } from '#server/settlements/settlement/exists.ts'

const MOST_LISTED = 5

/** The latest ones, oldest first: dates with loads, and drafts. An index has the truck's loads by date. Throws 404. */
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
        order by settlement_date desc limit ${sql.lit(MOST_LISTED)}) as latest
    order by settlement_date`.execute(database)
  return rows
}
