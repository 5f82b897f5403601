/** The rate confirmations of many loads that no newer one has replaced (SPEC C126). */
import { sql } from 'kysely'
import { SHOWS_REVENUE } from '#core/documents/documents.ts'
import type { Database } from '#server/database/open.ts'
import { isCurrent } from './is-current.ts'

type Confirmation = { id: number; loadId: number }

/** Of each load the newest first. */
export async function readCurrentConfirmations(
  database: Database,
  userId: string,
  loadIds: readonly number[],
): Promise<Confirmation[]> {
  if (!loadIds.length) return []
  const { rows } = await sql<Confirmation>`
    select document.id, document.load_id from documents as document
    where document.user_id = ${userId} and document.load_id = any(${loadIds}::bigint[])
      and document.kind = ${SHOWS_REVENUE} and document.deleted_at is null
      and ${isCurrent(userId)}
    order by document.load_id, document.id desc`.execute(database)
  return rows
}
