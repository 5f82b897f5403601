/** Changes what is stored about a document, such as its load or its kind, but never its file (SPEC C113). */
import { sql } from 'kysely'
import {
  documentMessages,
  type DocumentChange,
  type DocumentFacts,
} from '#core/documents/documents.ts'
import { findKept, keptMessages, labelKept } from '#core/documents/kept.ts'
import { SHOWS_REVENUE } from '#core/documents/kinds.ts'
import type { Member } from '#core/team/member.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION } from '#server/database/values.ts'
import { badField, notFound, RequestError, versionConflict } from '#server/errors.ts'
import { askAboutCharges } from './approved-charges.ts'
import { readDocument } from './facts.ts'
import { lockLoadForDocument } from './store-document.ts'

type Change = {
  id: number
  version: number | undefined
  set: DocumentChange
  confirmed: 'charge' | undefined
}

/**
 * Throws 404, 412 with the current document, 400 at `loadId`, and 403 at `kind`. Throws 409 if the new load has too many
 * documents. Throws 409 if the document approves a charge of its old load, unless the person has confirmed the move.
 */
export function changeDocument(
  database: Database,
  member: Member,
  { id, version, set, confirmed }: Change,
): Promise<DocumentFacts> {
  return inTransaction(database, async (work) => {
    const before = await lockDocument(work, member, id, set.loadId)
    if (set.loadId && labelKept(before) !== undefined) throw badField('loadId', keptMessages.stays)
    if (version !== undefined && version !== before.version) throw versionConflict(before)
    // With another type, its bytes would no longer be hidden.
    if (set.kind !== undefined && set.kind !== before.kind && !before.mayOpen)
      throw new RequestError(403, documentMessages.revenue, {
        fields: { kind: [documentMessages.revenue] },
      })
    const verdict = set.verdict ?? before.verdict
    const reason = set.verdictReason === undefined ? before.verdictReason : set.verdictReason
    const values = { ...set, verdictReason: verdict === 'sent-back' ? reason : null }
    if (isUnchanged(before, values)) return before
    const isMoved = set.loadId !== undefined && set.loadId !== before.loadId
    if (isMoved) await askAboutCharges(work, member.accountId, before, 'move', confirmed)
    await work
      .updateTable('documents')
      .set({ ...values, ...NEXT_VERSION })
      .where('userId', '=', member.accountId)
      .where('id', '=', id)
      .execute()
    return readDocument(work, member, id)
  })
}

/**
 * Locks a document. First it locks the document's load, as an upload does, and the load that the document moves to. Throws 404,
 * 400 at `loadId`, 409 if the new load has too many documents, and 403 for the document of a record that the member can't change.
 */
export async function lockDocument(
  work: Work,
  member: Member,
  id: number,
  toLoad: number | null = null,
): Promise<DocumentFacts> {
  const { accountId: userId } = member
  const document = await readDocument(work, member, id)
  const { loadId } = document
  const changedBy = findKept(document)?.changedBy
  if (changedBy && !member.permissions.has(changedBy.permission))
    throw new RequestError(403, changedBy.refusal)
  const loads = [loadId, toLoad].filter((one) => one !== null)
  await sql`select from loads where user_id = ${userId} and id = any(${loads})
    order by id for no key update`.execute(work)
  if (toLoad !== null && toLoad !== loadId) await lockNewLoad(work, userId, toLoad)
  const { rows } = await sql<{ loadId: number | null }>`select load_id from documents
    where user_id = ${userId} and id = ${id} and deleted_at is null for update`.execute(work)
  if (!rows[0]) throw notFound()
  // Another request moved it a moment ago.
  if (rows[0].loadId !== loadId) throw versionConflict(await readDocument(work, member, id))
  return readDocument(work, member, id)
}

async function lockNewLoad(work: Work, userId: string, loadId: number): Promise<void> {
  try {
    await lockLoadForDocument(work, userId, loadId)
  } catch (error) {
    const isMissing = error instanceof RequestError && error.statusCode === 404
    throw isMissing ? badField('loadId', documentMessages.noLoad) : error
  }
}

function isUnchanged(before: DocumentFacts, values: DocumentChange): boolean {
  return Object.entries(values).every(
    ([name, value]) => before[name as keyof DocumentChange] === value,
  )
}

/** Throws 403 if the member can't open the document. */
export function rejectHidden({ kind, mayOpen }: Pick<DocumentFacts, 'kind' | 'mayOpen'>): void {
  if (kind === SHOWS_REVENUE && !mayOpen) throw new RequestError(403, documentMessages.revenue)
}
