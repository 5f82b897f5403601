/** Asks before a document that shows a broker's approval of a charge is deleted, replaced or moved (SPEC C157). */
import { documentMessages, type DocumentFacts } from '#core/documents/documents.ts'
import { findApprovedBy } from '#server/charges/read-charges.ts'
import type { Work } from '#server/database/open.ts'
import { askToConfirm } from '#server/errors.ts'

/** Throws 409 with the charges that the document approves, unless the person has confirmed. */
export async function askAboutCharges(
  work: Work,
  userId: string,
  { id, loadId }: Pick<DocumentFacts, 'id' | 'loadId'>,
  act: keyof typeof documentMessages.approves,
  confirmed: 'charge' | undefined,
): Promise<void> {
  if (loadId === null || confirmed !== undefined) return
  const charges = await findApprovedBy(work, userId, loadId, id)
  if (charges.length) throw askToConfirm('charge', documentMessages.approves[act](charges))
}
