/** The loads of one truck owner or driver, as they see them (SPEC C78). */
import { sql, type RawBuilder } from 'kysely'
import type { OwnLoad } from '#core/portal/responses.ts'
import type { Database } from '#server/database/open.ts'

type LoadsQuery = {
  /** Loads with a smaller id. */
  before: number | undefined
  limit: number
  withRevenue: boolean
}

/**
 * Loads of the owner's trucks, the last entered first. A load that a settlement pays to another payee is not the owner's:
 * it was hauled before the truck was theirs. Nor is a load on a void statement of another payee, unless a statement of
 * the owner has it too.
 */
export function readLoadsOfOwner(
  database: Database,
  userId: string,
  ownerId: number,
  wanted: LoadsQuery,
): Promise<OwnLoad[]> {
  const payee = `owner:${ownerId}`
  const found = sql`select load.id from trucks cross join lateral (
      select loads.id from loads
      where loads.user_id = ${userId} and loads.truck_id = trucks.id and ${isBefore(wanted)}
        and ${isPaidToNoOther(userId, payee)}
      order by loads.id desc limit ${wanted.limit}) as load
    where trucks.user_id = ${userId} and trucks.owner_id = ${ownerId}`
  return readLoads(database, userId, found, wanted)
}

type Member = { userId: string; role: 'owner' | 'driver'; id: number; payee: string }

/**
 * Selects the loads that are the member's own: those in their list and, for an owner, those on their statements, even
 * after the truck was sold. Loads in the trash are left out.
 */
export async function findOwnLoads(
  database: Database,
  { userId, role, id, payee }: Member,
  loadIds: number[],
): Promise<number[]> {
  if (!loadIds.length) return []
  const wanted = sql`loads.user_id = ${userId} and loads.id = any(${loadIds}::bigint[])`
  const found =
    role === 'driver'
      ? sql`select loads.id from loads where ${wanted} and (loads.driver_id = ${id} or loads.driver2_id = ${id})`
      : sql`select loads.id from loads join trucks on trucks.user_id = ${userId} and trucks.id = loads.truck_id
            and trucks.owner_id = ${id}
          where ${wanted} and ${isPaidToNoOther(userId, payee)}
        union select loads.id from loads join statement_loads as stated
            on stated.user_id = ${userId} and stated.load_id = loads.id
          join billing on billing.user_id = ${userId} and billing.id = stated.billing_id
          where ${wanted} and billing.payee = ${payee} and billing.status in ('approved', 'paid')`
  const { rows } = await sql<{ id: number }>`${found} order by id`.execute(database)
  return rows.map((row) => row.id)
}

/** SQL on a row of `loads`: no settlement pays the load to another payee. */
function isPaidToNoOther(userId: string, payee: string) {
  return sql`not exists (select from billing where billing.user_id = ${userId}
          and billing.truck_id = loads.truck_id and billing.settlement_date = loads.settlement_date
          and billing.status <> 'void' and billing.payee <> ${payee})
    and not exists (select from statement_loads as stated join billing
            on billing.user_id = stated.user_id and billing.id = stated.billing_id
          where stated.user_id = ${userId} and stated.load_id = loads.id
            and billing.payee <> ${payee}
            and (billing.status <> 'void' or not exists (
              select from statement_loads as own join billing as mine
                on mine.user_id = own.user_id and mine.id = own.billing_id
              where own.user_id = ${userId} and own.load_id = loads.id and mine.payee = ${payee})))`
}

/** Loads that the driver hauls, alone or in a team, the last entered first. */
export function readLoadsOfDriver(
  database: Database,
  userId: string,
  driverId: number,
  wanted: LoadsQuery,
): Promise<OwnLoad[]> {
  const selectLoadIds = (column: RawBuilder<unknown>) => sql`(select loads.id from loads
    where loads.user_id = ${userId} and ${column} = ${driverId} and ${isBefore(wanted)}
    order by loads.id desc limit ${wanted.limit})`
  const found = sql`${selectLoadIds(sql`loads.driver_id`)} union ${selectLoadIds(sql`loads.driver2_id`)}`
  return readLoads(database, userId, found, wanted)
}

/** Leaves out the notes of a load, which may name a rate: only the office sees them. */
async function readLoads(
  database: Database,
  userId: string,
  found: RawBuilder<unknown>,
  { limit, withRevenue }: LoadsQuery,
): Promise<OwnLoad[]> {
  const { rows } = await sql<OwnLoad>`
    with found as materialized (${found})
    select loads.id, loads.load_id as number, trucks.truck_id as truck, trailers.trailer_id as trailer,
      brokers.company_name as broker,
      array_remove(array[first.name, second.name], null) as drivers, loads.cargo_type as cargo, loads.weight, loads.pieces,
      loads.broker_load_number, loads.po_number, loads.bol_number, loads.pickup_number,
      jsonb_build_object('city', loads.pickup_city, 'state', loads.pickup_state, 'zip', loads.pickup_zip,
        'day', loads.pickup_date, 'time', loads.pickup_time) as pickup,
      jsonb_build_object('city', loads.delivery_city, 'state', loads.delivery_state, 'zip', loads.delivery_zip,
        'day', loads.delivery_date, 'time', loads.delivery_time) as delivery,
      loads.miles, loads.empty_miles, loads.delivery_status, loads.bol_status, loads.settlement_date,
      ${withRevenue ? sql`loads.revenue` : sql`null`} as revenue
    from found
      join loads on loads.user_id = ${userId} and loads.id = found.id
      left join trucks on trucks.user_id = ${userId} and trucks.id = loads.truck_id
      left join trailers on trailers.user_id = ${userId} and trailers.id = loads.trailer_id
      left join brokers on brokers.user_id = ${userId} and brokers.id = loads.broker_id
      left join drivers as first on first.user_id = ${userId} and first.id = loads.driver_id
      left join drivers as second on second.user_id = ${userId} and second.id = loads.driver2_id
    order by loads.id desc limit ${limit}`.execute(database)
  return rows
}

function isBefore({ before }: LoadsQuery) {
  return before === undefined ? sql`true` : sql`loads.id < ${before}`
}
