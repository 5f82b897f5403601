/** Odometer readings of trucks (SPEC C522). */
import { sql } from 'kysely'
import { askReading, odometerMessages, type Reading } from '#core/fleet/odometer.ts'
import { fleetTables } from '#core/fleet/tables.ts'
import type { Work } from '#server/database/open.ts'
import { rowList, type CheckedRow } from '#server/entities/listed-rows.ts'
import { askToConfirm, badField } from '#server/errors.ts'
import { accountDay } from '#server/today.ts'

/** A reading follows the others of its truck by day, then in the order in which they were entered. */
export const odometerList = rowList('odometer_readings', fleetTables.odometer_readings, {
  newest: 'day',
  rows: (userId) => sql`(select *, case when new_meter = 'no'
      then miles - lag(miles) over (partition by truck_id order by day, id) end as miles_since
    from odometer_readings where user_id = ${userId})`,
})

/** Throws 400 for a day in the future, and 409 for a reading that goes back or leaps, unless it is confirmed. */
export async function checkReading(work: Work, row: CheckedRow<Reading>): Promise<void> {
  const { values, confirmed } = row
  if (values.day > accountDay()) throw badField('day', odometerMessages.future)
  if (confirmed.includes('miles')) return
  const question = askReading(values, {
    before: await readNeighbor(work, row, 'before'),
    after: await readNeighbor(work, row, 'after'),
  })
  if (question) throw askToConfirm('miles', question)
}

/** The reading of the truck right before or after the row, by day. A new row is the last of its day. */
async function readNeighbor(
  work: Work,
  { userId, id, values: { truckId, day } }: CheckedRow<Reading>,
  side: 'before' | 'after',
): Promise<Reading | undefined> {
  const place = sql`(${day}::date, ${id ?? Number.MAX_SAFE_INTEGER}::bigint)`
  const found = sql<Reading>`select truck_id, day, miles, new_meter, note from odometer_readings
    where user_id = ${userId} and truck_id = ${truckId}
      and ${side === 'before' ? sql`(day, id) < ${place}` : sql`(day, id) > ${place}`}
    order by ${side === 'before' ? sql`day desc, id desc` : sql`day, id`} limit 1`
  return (await found.execute(work)).rows[0]
}
