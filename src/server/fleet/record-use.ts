/** What belongs to trucks and owners, so that they can't be deleted (SPEC C356, C522, C523). */
import { sql } from 'kysely'
import type { RecordUse } from '#core/entities/record-use.ts'
import type { Database, Work } from '#server/database/open.ts'

type FleetUse = Required<Pick<RecordUse, 'odometer' | 'leases'>>

/** Counts what belongs to each record, by id. Records without any are left out. */
export async function countFleetUse(
  work: Database | Work,
  userId: string,
  entity: string,
  ids: number[],
): Promise<Map<number, FleetUse>> {
  if (!ids.length || (entity !== 'trucks' && entity !== 'owners')) return new Map()
  const link = sql.ref(entity === 'trucks' ? 'truckId' : 'ownerId')
  const readings =
    entity === 'trucks'
      ? sql`(select count(*) from odometer_readings where user_id = ${userId} and truck_id = record.id)`
      : sql`0`
  const { rows } = await sql<FleetUse & { id: number }>`select record.id, ${readings} as odometer,
      (select count(*) from leases where user_id = ${userId} and ${link} = record.id) as leases
    from unnest(${ids}::bigint[]) as record (id)`.execute(work)
  return new Map(
    rows.filter(({ odometer, leases }) => odometer + leases > 0).map(({ id, ...use }) => [id, use]),
  )
}
