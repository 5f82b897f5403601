/** Documents as their senders and the portal see them (SPEC C136, C137). */
import { sql, type RawBuilder } from 'kysely'
import { SHOWS_REVENUE } from '#core/documents/kinds.ts'
import type { SentDocument } from '#core/documents/upload-links.ts'
import type { OwnDocument } from '#core/portal/responses.ts'
import type { Database } from '#server/database/open.ts'
import { isCurrent } from './is-current.ts'

/** Reads the documents that were uploaded through the link and are still on its load. The office may have moved others. */
export function readDocumentsOfLink(
  database: Database,
  { userId, id, loadId }: { userId: string; id: number; loadId: number },
): Promise<SentDocument[]> {
  const sent = sql`document.upload_link_id = ${id} and document.load_id = ${loadId}`
  return readSent(database, userId, sent)
}

/** `personId`: only what this person uploaded. `withConfirmations`: rate confirmations too. */
export type Shown = { personId?: string; withConfirmations: boolean }

/** The documents of these loads, oldest first, without replaced copies. The caller has checked access to the loads. */
export async function readDocumentsOfLoads(
  database: Database,
  userId: string,
  loadIds: number[],
  { personId, withConfirmations }: Shown,
): Promise<OwnDocument[]> {
  if (!loadIds.length) return []
  const byPerson = personId === undefined ? sql`` : sql` and document.uploaded_by = ${personId}`
  const kinds = withConfirmations ? sql`` : sql` and document.kind <> ${SHOWS_REVENUE}`
  const wanted = sql`document.load_id = any(${loadIds}::bigint[])${byPerson}${kinds}
    and ${isCurrent(userId)}`
  return readSent(database, userId, wanted)
}

/** The load of a document; undefined if the document does not exist or has no load. */
export async function findLoadOfDocument(
  database: Database,
  userId: string,
  id: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ loadId: number }>`select load_id from documents
    where user_id = ${userId} and id = ${id} and load_id is not null and deleted_at is null`.execute(
    database,
  )
  return rows[0]?.loadId
}

async function readSent(
  database: Database,
  userId: string,
  condition: RawBuilder<unknown>,
): Promise<OwnDocument[]> {
  const { rows } = await sql<OwnDocument>`
    select document.id, document.load_id, document.kind, document.type, document.pages, document.bytes,
      document.verdict, document.verdict_reason, document.uploaded_at
    from documents as document
    where document.user_id = ${userId} and document.deleted_at is null and ${condition}
    order by document.id`.execute(database)
  return rows
}
