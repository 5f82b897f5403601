import { sql } from 'kysely'
import type { PaidTo } from '#core/payments/payments.ts'
import type { Work } from '#server/database/open.ts'

/** The current name of an owner or driver, or a truck's number; null if the record does not exist. */
export async function findPayeeName(
  work: Work,
  userId: string,
  { ownerId, driverId, truckId }: PaidTo,
): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select name from owners where user_id = ${userId} and id = ${ownerId}::bigint
    union all select name from drivers where user_id = ${userId} and id = ${driverId}::bigint
    union all select truck_id from trucks where user_id = ${userId} and id = ${truckId}::bigint`.execute(
    work,
  )
  return rows[0]?.name ?? null
}
