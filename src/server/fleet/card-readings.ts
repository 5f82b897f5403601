/** Odometer readings that drivers typed at the pump (SPEC C567). */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import { askReading, type OdometerReading } from '#core/fleet/odometer.ts'
import type { Work } from '#server/database/open.ts'
import { accountDay } from '#server/today.ts'

export type PumpReading = { truckId: number; day: Day; miles: number }
type Known = Pick<OdometerReading, 'truckId' | 'day' | 'miles' | 'newMeter'>

const NOTE = 'From a fuel card'
const ROWS_PER_STATEMENT = 500

/** Adds the readings that nobody would be asked about (SPEC C522), and leaves out the others. Returns how many it added. */
export async function addPumpReadings(
  work: Work,
  userId: string,
  readings: readonly PumpReading[],
): Promise<number> {
  if (!readings.length) return 0
  const trucks = [...new Set(readings.map(({ truckId }) => truckId))]
  const { rows } = await sql<Known>`select truck_id, day, miles, new_meter from odometer_readings
    where user_id = ${userId} and truck_id = any(${trucks}) order by day, id`.execute(work)
  const added = choosePlausible(rows, readings, accountDay())
  for (let at = 0; at < added.length; at += ROWS_PER_STATEMENT) {
    const tuples = added
      .slice(at, at + ROWS_PER_STATEMENT)
      .map(({ truckId, day, miles }) => sql`(${userId}, ${truckId}, ${day}, ${miles}, ${NOTE})`)
    await sql`insert into odometer_readings (user_id, truck_id, day, miles, note)
      values ${sql.join(tuples)}`.execute(work)
  }
  return added.length
}

/** `known`: by day. Of a day the lower reading came first. */
function choosePlausible(
  known: readonly Known[],
  readings: readonly PumpReading[],
  today: Day,
): PumpReading[] {
  const byTruck = Map.groupBy(known, ({ truckId }) => truckId)
  const added: PumpReading[] = []
  const inOrder = readings.toSorted((a, b) =>
    a.day === b.day ? a.miles - b.miles : a.day < b.day ? -1 : 1,
  )
  for (const reading of inOrder) {
    const own = byTruck.get(reading.truckId) ?? []
    const isKnown = own.some(({ day, miles }) => day === reading.day && miles === reading.miles)
    if (isKnown || reading.day > today) continue
    const next = own.findIndex(({ day }) => day > reading.day)
    const at = next < 0 ? own.length : next
    const typed = { ...reading, newMeter: 'no' as const }
    if (askReading(typed, { before: own[at - 1], after: own[at] })) continue
    byTruck.set(reading.truckId, own.toSpliced(at, 0, typed))
    added.push(reading)
  }
  return added
}

/** Takes out what `addPumpReadings` added for these stops. A reading that somebody typed or changed stays. */
export async function removePumpReadings(
  work: Work,
  userId: string,
  readings: readonly PumpReading[],
): Promise<void> {
  if (!readings.length) return
  const given = readings.map(({ truckId, day, miles }) => ({ truckId, day, miles }))
  const { rows } = await sql<{ id: number }>`select reading.id from odometer_readings as reading
      join jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as stop ("truckId" bigint, day date, miles integer)
        on stop."truckId" = reading.truck_id and stop.day = reading.day and stop.miles = reading.miles
    where reading.user_id = ${userId} and reading.note = ${NOTE}`.execute(work)
  const ids = rows.map(({ id }) => id)
  if (ids.length)
    await sql`delete from odometer_readings where user_id = ${userId} and id = any(${ids})`.execute(
      work,
    )
}
