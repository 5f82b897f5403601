/** The loads of settlements whose invoices are with a factor, and their shares of the factoring fees (SPEC C234, C235). */
import { sql } from 'kysely'
import type { FactoredLoad } from '#core/settlements/deductions/factored-load.ts'
import type { TruckDate } from '#core/settlements/settlement.ts'
import type { Database, Work } from '#server/database/open.ts'

/**
 * Returns a list of loads for each truck and date, in the given order. Each list is ordered by load id. A load counts while one of
 * its invoices is on a submitted schedule and was not charged back in full.
 */
export async function readFactoredLoads(
  work: Work | Database,
  userId: string,
  truckDates: readonly TruckDate[],
): Promise<FactoredLoad[][]> {
  if (truckDates.length === 0) return []
  const trucks = truckDates.map(({ truckId }) => truckId)
  const dates = truckDates.map(({ settlementDate }) => settlementDate)
  const { rows } = await sql<FactoredLoad & { place: number }>`
    select place.place::integer, load.id as load_id, load.load_id as load, load.revenue, bought.reference, bought.is_factored,
      bought.fee
    from unnest(${trucks}::bigint[], ${dates}::date[]) with ordinality as place (truck_id, settlement_date, place)
      join loads as load on load.user_id = ${userId} and load.truck_id = place.truck_id
        and load.settlement_date = place.settlement_date
      cross join lateral find_factoring(${userId}, load.id) as bought
    where bought.reference is not null
    order by place.place, load.id`.execute(work)
  const byPlace = Map.groupBy(rows, ({ place }) => place)
  return truckDates.map((_, index) =>
    (byPlace.get(index + 1) ?? []).map(({ place: _place, ...load }) => load),
  )
}
