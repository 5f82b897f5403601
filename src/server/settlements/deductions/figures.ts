/** Totals of a truck's loads of a settlement date. */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import { toCents, type Amount } from '#core/money.ts'
import type { LoadFigures } from '#core/settlements/bases.ts'
import type { Database, Work } from '#server/database/open.ts'

/** Revenue (SPEC A5), loaded and empty miles, and number of the current loads. */
export async function readBasisFigures(
  work: Database | Work,
  userId: string,
  truckId: number,
  settlementDate: Day,
): Promise<LoadFigures> {
  const { revenue, miles, emptyMiles, loads } = await work
    .selectFrom('loads')
    .select([
      sql<Amount>`coalesce(sum(revenue), 0.00)::numeric(14, 2)`.as('revenue'),
      sql<Amount>`coalesce(sum(miles), 0.00)::numeric(14, 2)`.as('miles'),
      sql<Amount>`coalesce(sum(empty_miles), 0.00)::numeric(14, 2)`.as('emptyMiles'),
      sql<number>`count(*)`.as('loads'),
    ])
    .where('userId', '=', userId)
    .where('truckId', '=', truckId)
    .where('settlementDate', '=', settlementDate)
    .executeTakeFirstOrThrow()
  const counts = { miles: toCents(miles), emptyMiles: toCents(emptyMiles), loads }
  return { revenue: toCents(revenue), ...counts }
}
