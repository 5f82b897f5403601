/** Finds the link of a token, and uses it (SPEC C135, C136). */
import { sql } from 'kysely'
import { MAX_UPLOADED_BYTES, MAX_UPLOADS, type OpenLink } from '#core/documents/upload-links.ts'
import type { Database, Work } from '#server/database/open.ts'
import { hashToken, invalidLink, readAccountOf } from './tokens.ts'

/** In a query of `upload_links`: neither revoked nor expired nor used up. */
export const IS_OPEN = sql<boolean>`(upload_links.revoked_at is null and upload_links.expires_at > now()
  and upload_links.uploads < ${sql.lit(MAX_UPLOADS)} and upload_links.bytes < ${sql.lit(MAX_UPLOADED_BYTES)})`

export type FoundLink = Omit<OpenLink, 'carrier' | 'documents'> & {
  userId: string
  id: number
  loadId: number
  /** The person who made it. */
  madeBy: string
  label: string
}

/** Throws 404, also for a load in the trash and for an account that is being deleted. */
export async function findLink(database: Database, token: string): Promise<FoundLink> {
  const userId = readAccountOf(token)
  const { rows } = await sql<FoundLink>`
    select upload_links.user_id, upload_links.id, upload_links.load_id, upload_links.made_by, upload_links.label,
      loads.load_id as load,
      jsonb_build_object('city', loads.pickup_city, 'state', loads.pickup_state) as pickup,
      jsonb_build_object('city', loads.delivery_city, 'state', loads.delivery_state) as delivery
    from upload_links
      join loads on loads.user_id = ${userId} and loads.id = upload_links.load_id
    where upload_links.user_id = ${userId} and upload_links.token_hash = ${hashToken(token)} and ${IS_OPEN}
      and account_is_there(${userId}::uuid)`.execute(database)
  if (!rows[0]) throw invalidLink()
  return rows[0]
}

/**
 * Counts an upload in the transaction that stores it. Throws 404 if the link was revoked or used up while the file was on its
 * way.
 */
export async function countUpload(
  work: Work,
  { userId, id }: Pick<FoundLink, 'userId' | 'id'>,
  bytes: number,
): Promise<void> {
  const { rows } = await sql`
    update upload_links set uploads = uploads + 1, bytes = bytes + ${bytes}, last_used_at = now()
    where user_id = ${userId} and id = ${id} and ${IS_OPEN} returning id`.execute(work)
  if (!rows.length) throw invalidLink()
}
