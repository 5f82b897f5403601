/** The truck owner or the driver that a member or an invitation represents. */
import { sql } from 'kysely'
import { entities } from '#core/entities/entities.ts'

/** The links, for the messages of the database's errors. */
export const ASSIGNED_FIELDS = {
  ownerId: entities.trucks.fields.ownerId,
  driverId: entities.trucks.fields.driverId,
}

/** The name of the owner or the driver of a row of the account, named `record`. */
export function selectRepresented(userId: string) {
  return sql<string | null>`coalesce(
    (select name from owners where owners.user_id = ${userId} and owners.id = record.owner_id),
    (select name from drivers where drivers.user_id = ${userId} and drivers.id = record.driver_id))`
}
