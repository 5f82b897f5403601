import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import { readTimeZone } from '#server/database/actor.ts'
import type { Database, Work } from '#server/database/open.ts'

/** The ids of the loads that have a document outside of the trash, among `loadIds`. */
export async function findLoadsWithDocuments(
  database: Database | Work,
  userId: string,
  loadIds: readonly number[],
): Promise<Set<number>> {
  const rows = await database
    .selectFrom('documents')
    .select('loadId')
    .distinct()
    .where('userId', '=', userId)
    .where('loadId', 'in', sql<number>`(select unnest(${loadIds}::bigint[]))`)
    .where('deletedAt', 'is', null)
    .execute()
  return new Set(rows.map(({ loadId }) => loadId).filter((id) => id !== null))
}

type Arrival = { loadId: number; kind: string; day: Day }

/** The day on which the first document of each kind arrived. Documents in the trash or sent back do not count. */
export async function readArrivalDays(
  database: Database | Work,
  userId: string,
  loadIds: readonly number[],
): Promise<Arrival[]> {
  if (!loadIds.length) return []
  const { rows } = await sql<Arrival>`
    select load_id, kind, (min(uploaded_at) at time zone ${readTimeZone()})::date as day from documents
    where user_id = ${userId} and load_id = any(${loadIds}::bigint[]) and deleted_at is null
      and verdict <> 'sent-back'
    group by load_id, kind`.execute(database)
  return rows
}

/** Moves the documents of deleted loads to the inbox. Otherwise they would be deleted with a load that leaves the trash (SPEC C113). */
export async function moveToInbox(
  database: Database | Work,
  userId: string,
  loadIds: readonly number[],
): Promise<void> {
  await sql`update documents set load_id = null, version = version + 1, updated_at = now()
    where user_id = ${userId} and load_id = any(${loadIds})
      and not exists (select from loads where user_id = ${userId} and id = documents.load_id)`.execute(
    database,
  )
}
