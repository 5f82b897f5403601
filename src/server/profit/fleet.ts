/** Which trucks were in service, and whose they were (SPEC C582, C587). */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { InService } from '#core/profit/spread.ts'
import type { Database } from '#server/database/open.ts'

type FindOwner = (truckId: number, on: Day) => number | null

/** What costs are spread by. Each is read when it is first needed, and once: a request has two periods. */
export type Fleet = {
  readInService: () => Promise<InService[]>
  readOwners: () => Promise<FindOwner>
}

export function openFleet(database: Database, userId: string): Fleet {
  let trucks: Promise<InService[]> | undefined
  let owners: Promise<FindOwner> | undefined
  return {
    readInService: () => (trucks ??= readInService(database, userId)),
    readOwners: () => (owners ??= readOwners(database, userId)),
  }
}

/** From the first delivery of a truck; of an inactive truck to its last. */
async function readInService(database: Database, userId: string): Promise<InService[]> {
  const { rows } = await sql<InService>`
    select truck.id as truck_id, served.first as from, case when truck.status = 'inactive' then served.last end as to
    from (select truck_id, min(delivery_date) as first, max(delivery_date) as last from loads
        where user_id = ${userId} and truck_id is not null and delivery_date is not null group by truck_id) as served
      join trucks as truck on truck.user_id = ${userId} and truck.id = served.truck_id
    order by truck.id`.execute(database)
  return rows
}

type Lease = { truckId: number; ownerId: number; from: Day; to: Day | null }

/** Whose truck it was on a day: by its lease, else as it is now. */
async function readOwners(database: Database, userId: string): Promise<FindOwner> {
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
