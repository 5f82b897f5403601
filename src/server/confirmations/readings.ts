/** Keeps readings of rate confirmations, and finds the total that a load should have (SPEC C126). */
import { sql } from 'kysely'
import { judgeConfirmation, totalOf } from '#core/confirmations/confirmation-state.ts'
import type { ConfirmedTotal, KeptReading } from '#core/confirmations/kept-reading.ts'
import { documentMessages } from '#core/documents/documents.ts'
import { SHOWS_REVENUE } from '#core/documents/kinds.ts'
import type { Amount } from '#core/money.ts'
import type { Member } from '#core/team/member.ts'
import { nameMembers, readNamedMembers } from '#server/accounts/team/named-members.ts'
import type { Database } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { readDocument, readLoadDocuments } from '#server/documents/facts.ts'
import { notFound, RequestError } from '#server/errors.ts'
import { readKeptTotals } from './read-totals.ts'

const NO_CONFIRMATION = 'Only a rate confirmation has a reading'

/**
 * Stores a reading, and replaces an earlier one of the document. A member who can't open the document can only add the first
 * reading. Throws 404, 403, and 409 for another type of document.
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
        isScan: ref('excluded.isScan'),
        // If the paper is only read again, the values that the person kept from the earlier reading remain.
        kept: sql<
          KeptReading['kept']
        >`case when excluded.kept = '{}' then readings.kept else excluded.kept end`,
      }))
    })
    .executeTakeFirstOrThrow()
  if (!numInsertedOrUpdatedRows) throw new RequestError(403, documentMessages.revenue)
}

/**
 * Stores the total that a person read on the paper. It takes precedence over any reading, and null removes it. Throws 404, and
 * 409 for another type of document.
 */
export async function typeTotal(
  database: Database,
  member: Member,
  documentId: number,
  typedTotal: Amount | null,
): Promise<void> {
  const { accountId: userId, personId } = member
  const { kind } = await readDocument(database, member, documentId)
  if (kind !== SHOWS_REVENUE) throw new RequestError(409, NO_CONFIRMATION)
  if (typedTotal === null) return removeTypedTotal(database, userId, documentId)
  const typed = { typedTotal, typedBy: personId, typedAt: sql<string>`now()` }
  const texts = { values: '{}', kept: '{}' }
  await database
    .insertInto('readings')
    .values({ userId, documentId, ...texts, ...typed })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'documentId']).doUpdateSet(({ ref }) => ({
        typedTotal: ref('excluded.typedTotal'),
        typedBy: ref('excluded.typedBy'),
        typedAt: ref('excluded.typedAt'),
      })),
    )
    .execute()
}

async function removeTypedTotal(
  database: Database,
  userId: string,
  documentId: number,
): Promise<void> {
  await inTransaction(database, async (work) => {
    await sql`delete from readings where user_id = ${userId} and document_id = ${documentId}
      and reader_version is null`.execute(work)
    await sql`update readings set typed_total = null, typed_by = null, typed_at = null
      where user_id = ${userId} and document_id = ${documentId}`.execute(work)
  })
}

/** The total of the newest confirmation that was not replaced. Throws 404. */
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
  if (documentId === null) return { ...NO_TOTAL, load }
  const totals = (await readKeptTotals(database, member.accountId, [documentId])).get(documentId)
  const name = nameMembers(await readNamedMembers(database, member.accountId))
  return {
    documentId,
    state: judgeConfirmation(totals, load),
    total: totalOf(totals),
    typedBy: totals?.typedBy ? name(totals.typedBy) : null,
    load,
  }
}

const NO_TOTAL = { documentId: null, state: null, total: null, typedBy: null }
