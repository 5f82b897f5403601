/** Which trucks were in service, and whose they were (SPEC C582, C587). */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { InService } from '#core/profit/spread.ts'
import type { Database } from '#server/database/open.ts'

type FindOwner = (truckId: number, on: Day) => number | null

/**
 * From the first delivery of a truck; of an inactive truck to its last. A truck that served before `since` is in service from that day
 * on: PostgreSQL then reads one load of the truck, not all.
 */
export async function readInService(
  database: Database,
  userId: string,
  since: Day,
): Promise<InService[]> {
  const loads = sql`from loads where loads.user_id = ${userId} and loads.truck_id = truck.id`
  const { rows } = await sql<InService>`
    select truck_id, first as from, last as to from (
      select truck.id as truck_id,
        case when exists (select ${loads} and loads.delivery_date < ${since}) then ${since}::date
          else (select min(delivery_date) ${loads} and loads.delivery_date >= ${since}) end as first,
        case when truck.status = 'inactive' then (select max(delivery_date) ${loads}) end as last
      from trucks as truck where truck.user_id = ${userId}) as served
    where first is not null order by truck_id`.execute(database)
  return rows
}

type Lease = { truckId: number; ownerId: number; from: Day; to: Day | null }

/** Whose truck it was on a day: by its lease, else as it is now. */
export async function readOwners(database: Database, userId: string): Promise<FindOwner> {
  const leases =
    await sql<Lease>`select truck_id, owner_id, starts_on as from, ends_on as to from leases
    where user_id = ${userId}`.execute(database)
  const trucks = await sql<{ id: number; ownerId: number }>`select id, owner_id from trucks
    where user_id = ${userId} and owner_id is not null`.execute(database)
  const byTruck = Map.groupBy(leases.rows, ({ truckId }) => truckId)
  const owners = new Map(trucks.rows.map(({ id, ownerId }) => [id, ownerId]))
  return (truckId, on) =>
    byTruck.get(truckId)?.find(({ from, to }) => from <= on && (to === null || on <= to))
      ?.ownerId ??
    owners.get(truckId) ??
    null
}
