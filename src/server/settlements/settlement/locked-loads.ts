/** Finds the locked statement of a load's truck and date, for undo (SPEC C44). */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { Amount } from '#core/money.ts'
import type { Work } from '#server/database/open.ts'

export type LoadPlace = { loadId: number; truckId: number | null; settlementDate: Day | null }

/** `printed`: the statement has the load, with `revenue`. */
export type LockedPlace = {
  loadId: number
  number: number
  printed: boolean
  revenue: Amount | null
}

/** The approved and paid statements at these trucks and dates, by load. */
export async function findLockedPlaces(
  work: Work,
  userId: string,
  places: LoadPlace[],
): Promise<Map<number, LockedPlace>> {
  const at = places.filter(({ truckId, settlementDate }) => truckId && settlementDate)
  if (!at.length) return new Map()
  const { rows } = await sql<LockedPlace>`
    select place.load_id, billing.number, printed.load_id is not null as printed, printed.revenue
    from unnest(${at.map(({ loadId }) => loadId)}::bigint[], ${at.map(({ truckId }) => truckId)}::bigint[],
        ${at.map(({ settlementDate }) => settlementDate)}::date[]) as place (load_id, truck_id, settlement_date)
      join billing on billing.user_id = ${userId} and billing.truck_id = place.truck_id
        and billing.settlement_date = place.settlement_date and billing.status in ('approved', 'paid')
      left join statement_loads as printed on printed.user_id = ${userId}
        and printed.billing_id = billing.id and printed.load_id = place.load_id`.execute(work)
  return new Map(rows.map((row) => [row.loadId, row]))
}
