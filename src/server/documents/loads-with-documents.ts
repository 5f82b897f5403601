import { sql } from 'kysely'
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

/** Moves the documents of loads to the inbox: those of a load that leaves the trash would be deleted with it (SPEC C113). */
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
