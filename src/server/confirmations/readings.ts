/** Keeps readings of rate confirmations, and finds the total that a load should have (SPEC C126). */
import { sql } from 'kysely'
import type { ConfirmedTotal, KeptReading } from '#core/confirmations/kept-reading.ts'
import { documentMessages, SHOWS_REVENUE } from '#core/documents/documents.ts'
import type { Amount } from '#core/money.ts'
import type { Member } from '#core/team/member.ts'
import type { Database } from '#server/database/open.ts'
import { readDocument, readLoadDocuments } from '#server/documents/facts.ts'
import { notFound, RequestError } from '#server/errors.ts'

const NO_CONFIRMATION = 'Only a rate confirmation has a reading'

/**
 * Replaces an earlier reading of the document. A member who can't open the document only adds the first one. Throws 404, 403, and
 * 409 for another type of document.
 */
export async function saveReading(
  database: Database,
  member: Member,
  documentId: number,
  reading: KeptReading,
): Promise<void> {
  const { kind, mayOpen } = await readDocument(database, member, documentId)
  if (kind !== SHOWS_REVENUE) throw new RequestError(409, NO_CONFIRMATION)
  const { values, kept, ...plain } = reading
  const texts = { values: JSON.stringify(values), kept: JSON.stringify(kept) }
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('readings')
    .values({ userId: member.accountId, documentId, ...plain, ...texts })
    .onConflict((conflict) => {
      const same = conflict.columns(['userId', 'documentId'])
      if (!mayOpen) return same.doNothing()
      return same.doUpdateSet(({ ref }) => ({
        readerVersion: ref('excluded.readerVersion'),
        layout: ref('excluded.layout'),
        total: ref('excluded.total'),
        values: ref('excluded.values'),
        kept: ref('excluded.kept'),
      }))
    })
    .executeTakeFirstOrThrow()
  if (!numInsertedOrUpdatedRows) throw new RequestError(403, documentMessages.revenue)
}

/** Of the newest confirmation that no other has replaced; null if its total is not known. Throws 404. */
export async function readConfirmedTotal(
  database: Database,
  member: Member,
  loadId: number,
): Promise<ConfirmedTotal> {
  const documents = await readLoadDocuments(database, member, loadId)
  const load = await database
    .selectFrom('loads')
    .select(['revenue', 'billedTotal', 'chargeCount'])
    .where('userId', '=', member.accountId)
    .where('id', '=', loadId)
    .executeTakeFirst()
  if (!load) throw notFound()
  const documentId =
    documents.findLast(({ kind, replacedById }) => kind === SHOWS_REVENUE && replacedById === null)
      ?.id ?? null
  const ids = documentId === null ? [] : [documentId]
  const [clear] = await readClearTotals(database, member.accountId, ids)
  return { documentId, total: clear?.total ?? null, load }
}

/** The clear totals among the readings of some documents. */
export async function readClearTotals(
  database: Database,
  userId: string,
  documentIds: readonly number[],
): Promise<{ documentId: number; total: Amount }[]> {
  if (!documentIds.length) return []
  const { rows } = await sql<{ documentId: number; total: Amount }>`
    select document_id, total from readings
    where user_id = ${userId} and document_id = any(${documentIds}::bigint[]) and total is not null`.execute(
    database,
  )
  return rows
}
