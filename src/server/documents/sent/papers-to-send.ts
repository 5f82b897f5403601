/** Documents that go out in a packet (SPEC C175, C179). */
import { sql } from 'kysely'
import type { FileType } from '#core/documents/documents.ts'
import type { DocumentKind } from '#core/documents/kinds.ts'
import type { Database, Work } from '#server/database/open.ts'
import { readPieces } from '#server/documents/file-parts.ts'

export type PaperToSend = {
  id: number
  loadId: number
  kind: DocumentKind
  type: FileType
  originalName: string
  pages: number
  bytes: number
  sha256: string
}

/**
 * Reads the current documents of these loads, oldest first. A document in the trash, sent back or replaced by a newer copy is
 * left out. A copy that was sent back does not replace a document.
 */
export async function readPapersToSend(
  work: Database | Work,
  userId: string,
  loadIds: readonly number[],
): Promise<PaperToSend[]> {
  if (!loadIds.length) return []
  const { rows } = await sql<PaperToSend>`
    select document.id, document.load_id, document.kind, document.type, document.original_name, document.pages,
      document.bytes, document.sha256
    from documents as document
    where document.user_id = ${userId} and document.load_id = any(${loadIds}::bigint[])
      and document.deleted_at is null and document.verdict <> 'sent-back'
      and not exists (select from documents as newer where newer.user_id = ${userId}
        and newer.replaces_id = document.id and newer.deleted_at is null and newer.verdict <> 'sent-back'
        and newer.load_id = document.load_id)
    order by document.id`.execute(work)
  return rows
}

/** Marks the documents as sent, so that they can't be deleted. Call it in the transaction that records the sending. */
export async function markDocumentsSent(
  work: Work,
  userId: string,
  ids: readonly number[],
): Promise<void> {
  if (!ids.length) return
  await sql`update documents set sent_at = now(), version = version + 1, updated_at = now()
    where user_id = ${userId} and sent_at is null and id in (select id from documents
      where user_id = ${userId} and id = any(${ids}::bigint[]) order by id for no key update)`.execute(
    work,
  )
}

/** All bytes of a stored file, in their own buffer. Throws if there is no such file. */
export async function readWholeFile(
  database: Database | Work,
  userId: string,
  { sha256, bytes }: Pick<PaperToSend, 'sha256' | 'bytes'>,
): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(bytes)
  let at = 0
  for await (const piece of readPieces(database, userId, sha256, { from: 0, to: bytes })) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
