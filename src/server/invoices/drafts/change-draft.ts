/** Changes and deletes a draft (SPEC C165). */
import { invoiceMessages } from '#core/invoices/messages.ts'
import type { DraftChange } from '#core/invoices/requests.ts'
import type { Invoice } from '#core/invoices/responses.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION } from '#server/database/values.ts'
import { badField, notFound, RequestError, versionConflict } from '#server/errors.ts'
import { updatePaymentStatusOfLoads } from '#server/invoices/payment-status.ts'
import {
  lockLoadsToBill,
  readLoadIds,
  rejectInvoicedLoads,
  rejectLoads,
} from '#server/invoices/loads-to-bill.ts'
import { lockInvoices, type LockedInvoice } from '#server/invoices/lock-invoices.ts'
import { readInvoice } from '#server/invoices/rows.ts'
import { insertLoads } from './create-drafts.ts'

/** Locks the loads and the draft. Throws 404, 409 if it is approved, 412 for another version. */
export async function lockDraft(
  work: Work,
  userId: string,
  id: number,
  version?: number,
  more: readonly number[] = [],
): Promise<{ draft: LockedInvoice; loadIds: number[] }> {
  const before = await readLoadIds(work, userId, [id])
  await lockLoadsToBill(work, userId, [...before, ...more])
  const [draft] = await lockInvoices(work, userId, [id])
  if (!draft) throw notFound()
  if (draft.state !== 'draft') throw new RequestError(409, invoiceMessages.notDraft(draft.number))
  if (version !== undefined && version !== draft.version)
    throw versionConflict(await readInvoice(work, userId, id))
  return { draft, loadIds: await readLoadIds(work, userId, [id]) }
}

/** Changes a draft. An omitted value stays as it is. */
export function changeDraft(
  database: Database,
  userId: string,
  id: number,
  change: DraftChange,
  version: number | undefined,
): Promise<Invoice> {
  const { extras, loadIds, invoiceDate, termsDays, note } = change
  return inTransaction(database, async (work) => {
    const seen = version ?? change.version
    const { draft, loadIds: before } = await lockDraft(work, userId, id, seen, loadIds)
    await work
      .updateTable('invoices')
      .set({
        ...(invoiceDate !== undefined && { invoiceDate }),
        ...(termsDays !== undefined && termsDays !== null && { termsDays }),
        ...(note !== undefined && { note }),
        ...NEXT_VERSION,
      })
      .where('userId', '=', userId)
      .where('id', '=', id)
      .execute()
    if (extras) await replaceExtras(work, userId, id, extras)
    if (loadIds) await replaceLoads(work, userId, draft, before, [...new Set(loadIds)])
    return readInvoice(work, userId, id)
  })
}

async function replaceExtras(
  work: Work,
  userId: string,
  invoiceId: number,
  extras: NonNullable<DraftChange['extras']>,
): Promise<void> {
  await work
    .deleteFrom('invoiceLines')
    .where('userId', '=', userId)
    .where('invoiceId', '=', invoiceId)
    .execute()
  if (extras.length)
    await work
      .insertInto('invoiceLines')
      .values(
        extras.map((extra, at) => ({ userId, invoiceId, number: at + 1, kind: 'extra', ...extra })),
      )
      .execute()
}

async function replaceLoads(
  work: Work,
  userId: string,
  draft: LockedInvoice,
  before: readonly number[],
  ids: readonly number[],
): Promise<void> {
  const { id, brokerId } = draft
  if (draft.supplementsId !== null)
    throw badField('loadIds', 'A supplement has the loads of its invoice')
  const loads = await lockLoadsToBill(work, userId, ids)
  rejectLoads(loads, ids, brokerId)
  await rejectInvoicedLoads(work, userId, ids, id)
  const removed = before.filter((one) => !ids.includes(one))
  const added = ids.filter((one) => !before.includes(one))
  if (removed.length)
    await work
      .deleteFrom('invoiceLoads')
      .where('userId', '=', userId)
      .where('invoiceId', '=', id)
      .where('loadId', 'in', removed)
      .execute()
  await insertLoads(work, userId, id, added)
  await updatePaymentStatusOfLoads(work, userId, [...removed, ...added])
}

/** Deletes a draft. Its loads are ready to bill again. */
export function deleteDraft(
  database: Database,
  userId: string,
  id: number,
  version: number | undefined,
): Promise<void> {
  return inTransaction(database, async (work) => {
    const { loadIds } = await lockDraft(work, userId, id, version)
    await work.deleteFrom('invoices').where('userId', '=', userId).where('id', '=', id).execute()
    await updatePaymentStatusOfLoads(work, userId, loadIds)
  })
}
