/** What a settlement run checks about the charges of its loads (SPEC C105, C151). */
import { sql } from 'kysely'
import type { Period } from '#core/calendar.ts'
import type { ChargeKind } from '#core/charges/kinds.ts'
import type { TruckDate } from '#core/settlements/settlement.ts'
import type { Database } from '#server/database/open.ts'

/** `number` is the load number. */
export type UnapprovedLoad = TruckDate & { number: string; approval: 'asked' | 'refused' }

/** Loads with a settlement date in the period that pay the owner a charge that the broker refused or has not approved yet. */
export async function readUnapprovedLoads(
  database: Database,
  userId: string,
  { from, to }: Period,
): Promise<UnapprovedLoad[]> {
  const { rows } = await sql<UnapprovedLoad>`
    select load.truck_id, load.settlement_date, load.load_id as number, unapproved.approval
    from loads as load cross join lateral (select distinct approval from load_charges as charge
      where charge.user_id = ${userId} and charge.load_id = load.id
        and charge.approval in ('asked', 'refused') and charge.owner_amount > 0) as unapproved
    where load.user_id = ${userId} and load.truck_id is not null and load.charge_count > 0
      and load.settlement_date between ${from} and ${to}
    order by load.load_id`.execute(database)
  return rows
}

/** `kinds`: the kinds of the charges that pay the owner. `names`: the load number and the broker's load number. */
export type SettledLoad = TruckDate & {
  number: string
  names: string[]
  isCharged: boolean
  kinds: ChargeKind[]
}

/** Reads all loads of the given settlements. */
export async function readLoadsOfSettlements(
  database: Database,
  userId: string,
  truckDates: TruckDate[],
): Promise<SettledLoad[]> {
  if (!truckDates.length) return []
  const { rows } = await sql<SettledLoad>`
    select load.truck_id, load.settlement_date, load.load_id as number, load.charge_count > 0 as is_charged,
      array_remove(array[load.load_id, load.broker_load_number], null) as names,
      array(select distinct kind from load_charges as charge where charge.user_id = ${userId}
        and charge.load_id = load.id and charge.owner_amount > 0) as kinds
    from jsonb_to_recordset(${JSON.stringify(truckDates)}::jsonb) as place ("truckId" bigint, "settlementDate" date)
      join loads as load on load.user_id = ${userId} and load.truck_id = place."truckId"
        and load.settlement_date = place."settlementDate"
    order by load.load_id`.execute(database)
  return rows
}
