/** Creates drafts with the loads of one broker (SPEC C165). */
import { sql } from 'kysely'
import { invoiceMessages } from '#core/invoices/messages.ts'
import type { NewInvoices } from '#core/invoices/requests.ts'
import type { CreatedInvoices } from '#core/invoices/responses.ts'
import { toCents } from '#core/money.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { badField, RequestError } from '#server/errors.ts'
import { updatePaymentStatus } from '#server/invoices/payment-status.ts'
import {
  lockLoadsToBill,
  rejectInvoicedLoads,
  rejectLoads,
} from '#server/invoices/loads-to-bill.ts'
import { readInvoices } from '#server/invoices/rows.ts'
import { readBillingSettings } from '#server/invoices/settings.ts'

/** Throws 400 and 409. Locks the loads, so that concurrent requests never put a load on two drafts. */
export function createDrafts(
  database: Database,
  userId: string,
  { brokerId, loadIds, each }: NewInvoices,
  request: Repeatable,
): Promise<CreatedInvoices> {
  return runIdempotent(database, userId, request, async (work) => {
    const ids = [...new Set(loadIds)]
    const loads = await lockLoadsToBill(work, userId, ids)
    const termsDays = await readTerms(work, userId, brokerId)
    rejectLoads(loads, ids, brokerId)
    await rejectInvoicedLoads(work, userId, ids)
    const groups = each ? loads.map(({ id }) => [id]) : [loads.map(({ id }) => id)]
    const drafts: number[] = []
    for (const group of groups)
      drafts.push(await insertDraft(work, userId, { brokerId, termsDays, loadIds: group }))
    await updatePaymentStatus(work, userId, drafts)
    const created = await readInvoices(work, userId, drafts)
    const empty = created.find(({ total }) => toCents(total) <= 0n)
    if (empty)
      throw new RequestError(
        409,
        `${empty.loads.map(({ loadId }) => loadId).join(', ')}: ${invoiceMessages.nothingToBill}`,
      )
    return { created }
  })
}

/** The broker's terms, or the account's. Throws 400 if the broker does not exist. */
async function readTerms(work: Work, userId: string, brokerId: number): Promise<number> {
  const { rows } = await sql<{ termsDays: number | null }>`select terms_days from brokers
    where user_id = ${userId} and id = ${brokerId} for key share`.execute(work)
  const [broker] = rows
  if (!broker) throw badField('brokerId', 'Broker was not found')
  return broker.termsDays ?? (await readBillingSettings(work, userId)).termsDays ?? 0
}

type NewDraft = {
  brokerId: number
  termsDays: number
  loadIds: readonly number[]
  rebillsId?: number
  supplementsId?: number
  /** The loads that another active invoice bills. */
  supplements?: readonly number[]
  note?: string | null
}

/** Inserts a draft and returns its id. Call it with the loads locked. */
export async function insertDraft(
  work: Work,
  userId: string,
  { loadIds, supplements = [], ...draft }: NewDraft,
): Promise<number> {
  const { id } = await work
    .insertInto('invoices')
    .values({ userId, ...draft })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertLoads(work, userId, id, loadIds, supplements)
  return id
}

export async function insertLoads(
  work: Work,
  userId: string,
  invoiceId: number,
  loadIds: readonly number[],
  supplements: readonly number[] = [],
): Promise<void> {
  if (!loadIds.length) return
  const rows = loadIds.map((loadId) => {
    return { userId, invoiceId, loadId, supplement: supplements.includes(loadId) }
  })
  await work.insertInto('invoiceLoads').values(rows).execute()
}
