/** Leases of trucks, with their signed copies (SPEC C523–C525). */
import { sql } from 'kysely'
import { findLeaseProblem, isInForce, leaseMessages, type Lease } from '#core/fleet/leases.ts'
import { fleetTables } from '#core/fleet/tables.ts'
import type { Database, Work } from '#server/database/open.ts'
import { releaseDeletedDocuments } from '#server/documents/kept/kept-routes.ts'
import { rowList, type CheckedRow } from '#server/entities/listed-rows.ts'
import { askToConfirm, badField, notFound, RequestError } from '#server/errors.ts'
import { accountDay } from '#server/today.ts'

export const leaseList = rowList('leases', fleetTables.leases, { newest: 'startsOn' })

/** Throws 400 at the field, 409 for days with another lease, and 409 if the truck belongs to somebody else, unless that is confirmed. */
export async function checkLease(work: Work, row: CheckedRow<Lease>): Promise<void> {
  const { userId, id, values, confirmed } = row
  const { truckId, ownerId, startsOn, endsOn } = values
  const problem = findLeaseProblem(values)
  if (problem) throw badField(problem.field, problem.message)
  const other = await sql`select from leases
    where user_id = ${userId} and truck_id = ${truckId} and id is distinct from ${id}::bigint
      and starts_on <= coalesce(${endsOn}::date, 'infinity') and coalesce(ends_on, 'infinity') >= ${startsOn}::date
    limit 1`.execute(work)
  if (other.rows.length)
    throw new RequestError(409, leaseMessages.overlap, {
      fields: { startsOn: [leaseMessages.overlap] },
    })
  if (confirmed.includes('ownerId') || !isInForce(values, accountDay())) return
  const { rows } = await sql<{ ownerId: number | null; owner: string | null }>`
    select truck.owner_id, owner.name as owner from trucks as truck
      left join owners as owner on owner.user_id = ${userId} and owner.id = truck.owner_id
    where truck.user_id = ${userId} and truck.id = ${truckId}`.execute(work)
  const [truck] = rows
  if (truck && truck.ownerId !== ownerId)
    throw askToConfirm('ownerId', leaseMessages.notOwner(truck.owner))
}

/** Throws 409 if the lease has a copy that is not in the trash. */
export async function releaseLease(work: Work, userId: string, id: number): Promise<void> {
  const hasCopy = await releaseDeletedDocuments(work, userId, 'leaseId', id)
  if (hasCopy) throw new RequestError(409, leaseMessages.hasCopy)
}

/** Throws 404. The lease can't be deleted until the end of the transaction. */
export async function requireLease(
  work: Database | Work,
  userId: string,
  id: number,
): Promise<void> {
  const { rows } = await sql`select from leases
    where user_id = ${userId} and id = ${id} for key share`.execute(work)
  if (!rows.length) throw notFound()
}
