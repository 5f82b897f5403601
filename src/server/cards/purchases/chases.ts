/** What the office looks into (SPEC C568): conditions on `record` of the list of purchases. None keeps a purchase from being charged. */
import { sql } from 'kysely'
import { BORDERS_BETWEEN, DETOUR } from '#core/cards/lanes.ts'
import { MOST_GALLONS_A_DAY, type Chase } from '#core/cards/purchase-list.ts'
import { ROAD_FUELS } from '#core/cards/purchases.ts'
import type { Sql } from '#server/lists/types.ts'

const isFuel = (alias: string): Sql =>
  sql`${sql.ref(`${alias}.kind`)} in (${sql.join(ROAD_FUELS.map((kind) => sql.lit(kind)))})`

/** Loads of the purchase's truck on that day. A truck drives empty the day before and after. */
const loadsOf = (
  userId: string,
): Sql => sql`select load.id from loads as load where load.user_id = ${userId}
  and load.truck_id = record.truck_id and load.pickup_date <= record.day + 1
  and coalesce(load.delivery_date, load.pickup_date) >= record.day - 1`

const LUMPER_PAPERS = sql`('lumper-receipt', 'receipt')`

/** The truck crosses the state between pickup and delivery. Null for a state that is not known. */
const isOnLane = sql`(select (steps ->> (load.pickup_state || record.state))::int
      + (steps ->> (record.state || load.delivery_state))::int
    <= (steps ->> (load.pickup_state || load.delivery_state))::int + ${DETOUR}
  from (select ${JSON.stringify(BORDERS_BETWEEN)}::jsonb as steps) as borders)`

const CONDITIONS: Record<Chase, (userId: string) => Sql> = {
  'no-receipt': (
    userId,
  ) => sql`(record.kind = 'advance' and not exists (select from documents as paper
    where paper.user_id = ${userId} and paper.deleted_at is null and paper.kind in ${LUMPER_PAPERS}
      and paper.load_id in (${loadsOf(userId)})))`,
  'no-charge': (
    userId,
  ) => sql`(record.kind = 'advance' and exists (select from load_charges as charge
      where charge.user_id = ${userId} and charge.kind = 'lumper' and charge.load_id in (${loadsOf(userId)}))
    and not exists (select from load_charges as charge
      where charge.user_id = ${userId} and charge.kind = 'lumper' and charge.approval in ('approved', 'not-needed')
        and charge.load_id in (${loadsOf(userId)})))`,
  away: (
    userId,
  ) => sql`(${isFuel('record')} and record.truck_id is not null and record.state is not null
    and not exists (select from loads as load where load.user_id = ${userId} and load.truck_id = record.truck_id
      and load.pickup_date <= record.day + 1 and coalesce(load.delivery_date, load.pickup_date) >= record.day - 1
      and (record.state in (load.pickup_state, load.delivery_state) or ${isOnLane})))`,
  'over-tank': (userId) => sql`(${isFuel('record')} and (record.truck_id, record.day) in (
    select truck_id, day from card_purchases as bought
    where bought.user_id = ${userId} and bought.ignored is null and ${isFuel('bought')}
    group by truck_id, day having sum(bought.gallons) > ${MOST_GALLONS_A_DAY}))`,
  twice: (userId) => sql`(${isFuel('record')} and record.time is not null and exists (
    select from card_purchases as other where other.user_id = ${userId} and other.truck_id = record.truck_id
      and other.day between record.day - 1 and record.day + 1 and other.time is not null and ${isFuel('other')}
      and other.id <> record.id and other.key <> record.key
      and (other.day + other.time::time) - (record.day + record.time::time) between interval '-1 hour' and interval '1 hour'))`,
  'other-unit': (
    userId,
  ) => sql`(record.unit is not null and record.truck_id is not null and not exists (
    select from trucks as truck where truck.user_id = ${userId} and truck.id = record.truck_id
      and ${unitKeySql(sql`truck.truck_id`)} = ${unitKeySql(sql`record.unit`)}))`,
}

/** The same as `unitKey`. */
function unitKeySql(unit: Sql): Sql {
  return sql`ltrim(regexp_replace(regexp_replace(upper(${unit}), '[^A-Z0-9]', '', 'g'), '^(TRUCK|UNIT)(?=[0-9])', ''), '0')`
}

export function isChased(userId: string, chases: readonly (string | null)[]): Sql {
  const known = chases.flatMap((chase) =>
    chase !== null && Object.hasOwn(CONDITIONS, chase) ? CONDITIONS[chase as Chase](userId) : [],
  )
  return known.length ? sql`(${sql.join(known, sql` or `)})` : sql`false`
}
