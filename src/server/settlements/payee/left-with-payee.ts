/** Drafts that stay with a payee after an undo removed the payee from the truck (SPEC C10, C44). */
import { sql } from 'kysely'
import { pluralize } from '#core/pluralize.ts'
import type { Work } from '#server/database/open.ts'

export type TruckPayee = { truckId: number; payee: string; name: string }

/** Trucks without an owner and a driver are left out. */
export async function readTruckPayees(
  work: Work,
  userId: string,
  truckIds: number[],
): Promise<TruckPayee[]> {
  const { rows } = await sql<TruckPayee>`
    select truck.id as truck_id, coalesce(owner.name, driver.name) as name,
      payee_key(truck.owner_id, truck.driver_id, truck.id) as payee
    from trucks as truck
      left join owners as owner on owner.user_id = ${userId} and owner.id = truck.owner_id
      left join drivers as driver on driver.user_id = ${userId} and driver.id = truck.driver_id
    where truck.user_id = ${userId} and truck.id = any(${truckIds}::bigint[])
      and (owner.id is not null or driver.id is not null)`.execute(work)
  return rows
}

/** "2 draft settlements stay with Dan", for each truck that has no payee now. */
export async function describeDraftsLeft(
  work: Work,
  userId: string,
  before: TruckPayee[],
): Promise<Map<number, string>> {
  if (!before.length) return new Map()
  const { rows } = await sql<{ truckId: number; name: string; count: number }>`
    select previous.truck_id, previous.name, count(*) as count
    from unnest(${before.map(({ truckId }) => truckId)}::bigint[], ${before.map(({ payee }) => payee)}::text[],
        ${before.map(({ name }) => name)}::text[]) as previous (truck_id, payee, name)
      join trucks as truck on truck.user_id = ${userId} and truck.id = previous.truck_id
        and truck.owner_id is null and truck.driver_id is null
      join billing on billing.user_id = ${userId} and billing.truck_id = previous.truck_id
        and billing.status = 'pending' and billing.payee = previous.payee
    group by previous.truck_id, previous.name`.execute(work)
  return new Map(rows.map(({ truckId, name, count }) => [truckId, describe(name, count)]))
}

function describe(name: string, count: number): string {
  return `${pluralize(count, 'draft settlement')} ${count === 1 ? 'stays' : 'stay'} with ${name}`
}
