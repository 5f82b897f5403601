/** Restores the charges that a load had before a change (SPEC C148). */
import { loadCharges, type StoredCharge } from '#core/charges/charges.ts'
import { chargeMessages } from '#core/charges/messages.ts'
import { markRestored } from '#server/database/audit.ts'
import type { Work } from '#server/database/open.ts'
import { findDocumentsOfLoad } from '#server/documents/facts.ts'
import { readCharges } from './read-charges.ts'
import { insertChargesAgain } from './write-charges.ts'

/** The caller has locked the load. Returns messages about what could not be restored. */
export async function restoreCharges(
  work: Work,
  userId: string,
  loadId: number,
  before: StoredCharge[],
): Promise<string[]> {
  const now = new Map((await readCharges(work, userId, loadId)).map((one) => [one.id, one]))
  const links = before.flatMap(({ documentId }) => documentId ?? [])
  const found = await findDocumentsOfLoad(work, userId, loadId, links)
  // A link that is already stored stays, also if the document was deleted.
  const isLost = ({ id, documentId }: StoredCharge) =>
    documentId !== null && !found.has(documentId) && now.get(id)?.documentId !== documentId
  const charges = before.map((one) => (isLost(one) ? { ...one, documentId: null } : one))
  await insertChargesAgain(work, userId, loadId, charges)
  const deleted = before.map(({ id }) => id).filter((id) => !now.has(id))
  await markRestored(work, userId, loadCharges.name, deleted)
  return before.some(isLost) ? [chargeMessages.documentGone] : []
}
