/** Totals of a truck's loads on a settlement date. */
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
  const none = { revenue: '0.00', miles: '0.00', emptyMiles: '0.00', loads: 0 }
  const { rows } = await sql<Totals>`select coalesce(sum(revenue), 0.00)::numeric(14, 2) as revenue,
      coalesce(sum(miles), 0.00)::numeric(14, 2) as miles,
      coalesce(sum(empty_miles), 0.00)::numeric(14, 2) as empty_miles, count(*) as loads
    from loads where user_id = ${userId} and truck_id = ${truckId} and settlement_date = ${settlementDate}`.execute(
    work,
  )
  const [found = none] = rows
  const { revenue, miles, emptyMiles, loads } = found
  const counts = { miles: toCents(miles), emptyMiles: toCents(emptyMiles), loads }
  return { revenue: toCents(revenue), ...counts }
}

type Totals = { revenue: Amount; miles: Amount; emptyMiles: Amount; loads: number }
