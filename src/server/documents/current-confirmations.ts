/** Reads the current rate confirmations of loads, which no newer one has replaced (SPEC C126). */
import { sql } from 'kysely'
import { SHOWS_REVENUE } from '#core/documents/kinds.ts'
import type { Database, Work } from '#server/database/open.ts'
import { isCurrent } from './is-current.ts'

type Confirmation = { id: number; loadId: number }

/** The newest confirmation of each load comes first. */
export async function readCurrentConfirmations(
  database: Database | Work,
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

/** Reads the `documentIds` that are on loads of the broker and replace no other document, newest first. */
export async function readFirstConfirmations(
  database: Database,
  userId: string,
  brokerId: number,
  documentIds: readonly number[],
): Promise<number[]> {
  if (!documentIds.length) return []
  const { rows } = await sql<{ id: number }>`
    select document.id from documents as document
      join loads on loads.user_id = ${userId} and loads.id = document.load_id and loads.broker_id = ${brokerId}
    where document.user_id = ${userId} and document.id = any(${documentIds}::bigint[])
      and document.kind = ${SHOWS_REVENUE} and document.deleted_at is null and document.replaces_id is null
    order by document.id desc`.execute(database)
  return rows.map(({ id }) => id)
}
