/** Deletes documents to the trash and restores them (SPEC C113). */
import { sql } from 'kysely'
import { documentMessages } from '#core/documents/documents.ts'
import { KEPT_PLACES, keptMessages, type KeptPlace } from '#core/documents/kept.ts'
import type { Member } from '#core/team/member.ts'
import type { Restored } from '#core/undo/undo.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { keepDeletedRow } from '#server/entities/undo/keep.ts'
import { RequestError } from '#server/errors.ts'
import { askAboutCharges } from './approved-charges.ts'
import { lockDocument } from './change-document.ts'
import { lockLoadForDocument } from './store-document.ts'

type Deletion = { id: number; operation: string; confirmed: 'charge' | undefined }

/** Throws 404, and 409 if the document was sent, or if it approves a charge and the person has not confirmed the deletion. */
export function deleteDocument(
  database: Database,
  member: Member,
  { id, operation, confirmed }: Deletion,
): Promise<void> {
  const userId = member.accountId
  return inTransaction(database, async (work) => {
    const document = await lockDocument(work, member, id)
    const { name, sentAt } = document
    if (sentAt !== null) throw new RequestError(409, documentMessages.wasSent)
    await askAboutCharges(work, userId, document, 'delete', confirmed)
    const kept = { subject: 'documents', id, label: name, before: JSON.stringify({ id }) } as const
    await keepDeletedRow(work, { id: operation, userId }, kept)
    await sql`update documents set deleted_at = now(), version = version + 1, updated_at = now()
      where user_id = ${userId} and id = ${id}`.execute(work)
  })
}

type Deleted = { id: number; loadId: number | null; replacesId: number | null; hasLoad: boolean }

/** The record of which a document in the trash was, and which was deleted since. */
export type ReleasedFrom = { place: keyof KeptPlace; placeId: number }

const KEEPERS: Readonly<Record<keyof KeptPlace, string>> = {
  factorId: 'factors',
  checkId: 'broker_checks',
  leaseId: 'leases',
}

/** `before`: what `deleteDocument` kept. If its load was deleted, the document is restored to the inbox. */
export async function restoreDocument(
  work: Work,
  userId: string,
  before: unknown,
): Promise<Restored> {
  const { id, place, placeId } = before as { id: number } & Partial<ReleasedFrom>
  const { rows } = await sql<Deleted>`
    select document.id, document.load_id, document.replaces_id, loads.id is not null as has_load from documents as document
      left join loads on loads.user_id = ${userId} and loads.id = document.load_id
    where document.user_id = ${userId} and document.id = ${id} and document.deleted_at is not null`.execute(
    work,
  )
  const [document] = rows
  if (!document) return { failed: 'This document is no longer in the trash' }
  const { loadId, replacesId, hasLoad } = document
  if (hasLoad && loadId !== null) {
    const full = await lockLoadForDocument(work, userId, loadId).catch(toMessage)
    if (full) return { failed: full }
  }
  if (place !== undefined) {
    const { rows: keepers } = await sql`select from ${sql.table(KEEPERS[place])}
      where user_id = ${userId} and id = ${placeId} for key share`.execute(work)
    if (!keepers.length) return { failed: keptMessages.deleted(KEPT_PLACES[place].keeper) }
  }
  if (replacesId !== null && (await wasReplacedAgain(work, userId, replacesId)))
    return { failed: 'Another copy replaced it. Delete that one first.' }
  const keptAgain = place === undefined ? sql`` : sql`, ${sql.ref(place)} = ${placeId}`
  await sql`update documents set deleted_at = null, load_id = ${hasLoad ? loadId : null},
      version = version + 1, updated_at = now()${keptAgain}
    where user_id = ${userId} and id = ${id}`.execute(work)
  return { notes: hasLoad || loadId === null ? [] : ['Its load was deleted: it is in the inbox'] }
}

/** Locks the replaced document, as an upload that replaces it does. */
async function wasReplacedAgain(work: Work, userId: string, replaced: number): Promise<boolean> {
  await sql`select from documents where user_id = ${userId} and id = ${replaced} for update`.execute(
    work,
  )
  const { rows } = await sql`select from documents
    where user_id = ${userId} and replaces_id = ${replaced} and deleted_at is null`.execute(work)
  return rows.length > 0
}

function toMessage(error: unknown): string {
  if (error instanceof RequestError) return error.message
  throw error
}
