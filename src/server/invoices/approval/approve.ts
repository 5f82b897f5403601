/**
 * Approves drafts: sets the number and due date, freezes the lines and the snapshot, and posts what the broker owes (SPEC
 * C166–C168).
 */
import { sql } from 'kysely'
import { addDays, type Day } from '#core/calendar.ts'
import { invoiceMessages } from '#core/invoices/messages.ts'
import type { ApproveRequest } from '#core/invoices/requests.ts'
import type { Invoice } from '#core/invoices/responses.ts'
import type { InvoiceSnapshot } from '#core/invoices/snapshot.ts'
import type { Database, Work } from '#server/database/open.ts'
import { constraintOf, detailOf, inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION } from '#server/database/values.ts'
import { RequestError } from '#server/errors.ts'
import { lockDraft } from '#server/invoices/drafts/change-draft.ts'
import { readDraftLines, type DraftLine } from '#server/invoices/drafts/draft-lines.ts'
import { updatePaymentStatus } from '#server/invoices/payment-status.ts'
import { lockLoadsToBill, rejectInvoicedLoads } from '#server/invoices/loads-to-bill.ts'
import { findRemitTo } from '#server/invoices/remit-to.ts'
import { readInvoice } from '#server/invoices/rows.ts'
import { readBillingSettings } from '#server/invoices/settings.ts'
import { readBilledAgain, refreshStanding } from '#server/invoices/standing.ts'
import { endAcceptedShortPays } from '#server/receipts/end-differences.ts'
import { postEntries } from '#server/receivables/ledger.ts'
import { requireCompany } from '#server/settings/company.ts'
import { accountDay } from '#server/today.ts'
import { assignInvoiceNumber } from './assign-number.ts'
import { askAboutDraft, rejectUnbillable } from './check-draft.ts'
import { buildSnapshot, insertSnapshot, readBilledBroker, toSnapshotLines } from './snapshot.ts'

type Approver = { userId: string; personId: string }

/** Throws 404, 412, and 409 with the reason or a question. An approved invoice is returned as it is. */
export async function approveInvoice(
  database: Database,
  approver: Approver,
  id: number,
  request: ApproveRequest,
  version: number | undefined,
): Promise<Invoice> {
  try {
    return await inTransaction(database, (work) => approve(work, approver, id, request, version))
  } catch (error) {
    throw explainRejected(error)
  }
}

function explainRejected(error: unknown): unknown {
  const constraint = constraintOf(error)
  if (constraint === 'invoice_lines_charge_id_key' || constraint === 'invoice_lines_revenue_key')
    return new RequestError(409, 'A charge of this draft is billed on another invoice')
  if (constraint === 'invoices_billed_twice')
    return new RequestError(409, invoiceMessages.billedTwice(detailOf(error)))
  return error
}

async function approve(
  work: Work,
  { userId, personId }: Approver,
  id: number,
  { confirmed, leaveOffAsked, today }: ApproveRequest,
  version: number | undefined,
): Promise<Invoice> {
  const { draft, loadIds } = await lockDraft(work, userId, id, version)
  const company = await requireCompany(work, userId)
  const loads = await lockLoadsToBill(work, userId, loadIds)
  const every = await readDraftLines(work, userId, id)
  const lines = leaveOffAsked ? every.filter(({ approval }) => approval !== 'asked') : every
  const broker = await readBilledBroker(work, userId, draft.brokerId)
  rejectUnbillable({ loads, lines, broker })
  if (draft.supplementsId === null) await rejectInvoicedLoads(work, userId, loadIds, id)
  const invoiceDate = draft.invoiceDate ?? today ?? accountDay()
  await askAboutDraft(work, userId, { loads, lines, broker, invoiceDate }, confirmed)

  const settings = await readBillingSettings(work, userId)
  const payee = { brokerId: draft.brokerId, day: invoiceDate }
  const { factorId, remitTo } = await findRemitTo(work, userId, payee, { settings, company })
  if (!remitTo.address) throw new RequestError(409, invoiceMessages.noRemitTo)
  const stored = await readDraft(work, userId, id)
  const dueOn = addDays(invoiceDate, stored.termsDays)
  const { number, sequence } = await assignInvoiceNumber(work, userId, lines[0]?.loadNumber ?? null)
  const numbered = toSnapshotLines(lines)
  const snapshot = await buildSnapshot(work, userId, broker, {
    kind: 'invoice',
    number,
    invoiceDate,
    dueOn,
    remitTo,
    loads,
    credits: null,
    termsDays: stored.termsDays,
    note: stored.note,
    lines: numbered,
  })
  await freezeLines(work, userId, id, lines)
  const frozen = { number, sequence, invoiceDate, dueOn, factorId, personId }
  await freezeInvoice(work, userId, id, snapshot, frozen)
  await postEntries(work, userId, [
    {
      brokerId: draft.brokerId,
      invoiceId: id,
      day: invoiceDate,
      kind: 'invoice',
      amount: snapshot.total,
    },
  ])
  await refreshStanding(work, userId, [id], loadIds)
  const end = { endedOn: invoiceDate, endedReason: `Billed again on invoice ${number}` }
  await endAcceptedShortPays(work, userId, await readBilledAgain(work, userId, id), end)
  await updatePaymentStatus(work, userId, [id])
  return readInvoice(work, userId, id)
}

async function readDraft(work: Work, userId: string, id: number) {
  const { rows } = await sql<{
    termsDays: number
    note: string | null
  }>`select terms_days, note from invoices
    where user_id = ${userId} and id = ${id}`.execute(work)
  return rows[0] ?? { termsDays: 0, note: null }
}

/** Numbers the typed lines, and stores the charges as lines. */
async function freezeLines(
  work: Work,
  userId: string,
  invoiceId: number,
  lines: readonly DraftLine[],
) {
  const places = lines.map((line, at) => ({ ...line, number: at + 1 }))
  for (const { lineId, number } of places)
    if (lineId !== null)
      await work
        .updateTable('invoiceLines')
        .set({ number })
        .where('userId', '=', userId)
        .where('id', '=', lineId)
        .execute()
  const charged = places.filter(({ lineId }) => lineId === null)
  if (!charged.length) return
  await work
    .insertInto('invoiceLines')
    .values(
      charged.map(({ number, loadId, chargeId, kind, description, quantity, rate, amount }) => ({
        userId,
        invoiceId,
        number,
        loadId,
        chargeId,
        kind,
        description,
        amount,
        ...(quantity !== null && rate !== null
          ? { quantity, rate }
          : { quantity: null, rate: null }),
      })),
    )
    .execute()
}

type Frozen = {
  number: string
  sequence: number
  invoiceDate: Day
  dueOn: Day
  factorId?: number | null
  personId: string | null
}

/** Freezes an invoice or a credit note: stores its snapshot and sets it to approved. */
export async function freezeInvoice(
  work: Work,
  userId: string,
  id: number,
  snapshot: InvoiceSnapshot,
  { personId, factorId = null, ...frozen }: Frozen,
): Promise<void> {
  await insertSnapshot(work, userId, id, snapshot)
  await work
    .updateTable('invoices')
    .set({
      ...frozen,
      factorId,
      state: 'approved',
      total: snapshot.total,
      approvedBy: personId,
      approvedAt: sql<string>`now()`,
      ...NEXT_VERSION,
    })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .execute()
}
