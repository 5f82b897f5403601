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

const WITHIN_AN_HOUR = sql`order by bought.day + bought.time::time
  range between interval '1 hour' preceding and interval '1 hour' following`

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
  'over-tank': (userId) =>
    onceSql(sql`(${isFuel('record')} and (record.truck_id, record.day) in (
    select truck_id, day from card_purchases as bought
    where bought.user_id = ${userId} and bought.ignored is null and ${isFuel('bought')}
    group by truck_id, day having sum(bought.gallons) > ${MOST_GALLONS_A_DAY}))`),
  // Within the hour are more purchases of the truck than of the stop itself.
  twice: (userId) =>
    onceSql(sql`record.id in (select id from (
    select id, count(*) over (partition by truck_id ${WITHIN_AN_HOUR}) as fills,
      count(*) over (partition by truck_id, key ${WITHIN_AN_HOUR}) as own_fills
    from card_purchases as bought where bought.user_id = ${userId} and bought.truck_id is not null
      and bought.time is not null and ${isFuel('bought')}) as near where fills > own_fills)`),
  'other-unit': (
    userId,
  ) => sql`(record.unit is not null and record.truck_id is not null and not exists (
    select from trucks as truck where truck.user_id = ${userId} and truck.id = record.truck_id
      and ${unitKeySql(sql`truck.truck_id`)} = ${unitKeySql(sql`record.unit`)}))`,
}

/**
 * Runs its subquery once. As a join, PostgreSQL runs it for each purchase while it has no statistics: after an import of 10,000 rows, for
 * longer than a request may take.
 */
function onceSql(condition: Sql): Sql {
  return sql`(${condition}) is true`
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
