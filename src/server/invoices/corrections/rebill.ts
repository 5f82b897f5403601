/** Credit and rebill, and supplementary invoices (SPEC C170). */
import { sql } from 'kysely'
import { invoiceMessages } from '#core/invoices/messages.ts'
import type { RebillRequest } from '#core/invoices/requests.ts'
import type { Invoice, Rebilled } from '#core/invoices/responses.ts'
import type { InvoiceState } from '#core/invoices/status.ts'
import { toCents } from '#core/money.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { notFound, RequestError } from '#server/errors.ts'
import { insertDraft } from '#server/invoices/drafts/create-drafts.ts'
import { updatePaymentStatus } from '#server/invoices/payment-status.ts'
import { lockInvoicesAndLoads } from '#server/invoices/lock-invoices.ts'
import { readInvoice } from '#server/invoices/rows.ts'
import { readBillingDrift } from '#server/invoices/standing.ts'
import { creditInvoice } from './credit-invoice.ts'

/**
 * Creates a credit note for what is left of the invoice, and a new draft with its loads, its typed lines and its terms. The draft of a
 * supplement is a supplement again. Throws 409 if another draft already bills the difference of one of its loads.
 */
export function rebillInvoice(
  database: Database,
  userId: string,
  id: number,
  values: RebillRequest,
  request: Repeatable,
): Promise<Rebilled> {
  const { personId } = request
  return runIdempotent(database, userId, request, async (work) => {
    const loadIds = await readStandingLoads(work, userId, id)
    const credit = await creditInvoice(work, userId, { ...values, invoiceId: id, personId })
    const { brokerId, termsDays, supplementsId } = await readInvoice(work, userId, id)
    const mains = await readMainInvoices(work, userId, loadIds)
    const supplements = loadIds.filter((loadId) => mains.has(loadId))
    if (supplements.length) await rejectSupplemented(work, userId, id)
    const main = [...mains.values()].find((one) => one.state === 'approved')?.invoiceId
    const draft = await insertDraft(work, userId, {
      brokerId,
      termsDays,
      loadIds,
      rebillsId: id,
      ...(supplements.length && { supplementsId: main ?? supplementsId ?? id, supplements }),
    })
    await sql`insert into invoice_lines (user_id, invoice_id, number, kind, description, amount, reason)
      select ${userId}, ${draft}, number, kind, description, amount, reason from (select * from invoice_lines
        where user_id = ${userId} and invoice_id = ${id} and load_id is null) as line`.execute(work)
    await updatePaymentStatus(work, userId, [draft])
    return {
      credit: await readInvoice(work, userId, credit),
      draft: await readInvoice(work, userId, draft),
    }
  })
}

/** The active invoice that bills each load, by load, other than supplements. */
async function readMainInvoices(work: Work, userId: string, loadIds: readonly number[]) {
  type Main = { loadId: number; invoiceId: number; state: InvoiceState }
  const { rows } = await sql<Main>`select billed.load_id, billed.invoice_id, invoice.state
    from invoice_loads as billed
      join invoices as invoice on invoice.user_id = ${userId} and invoice.id = billed.invoice_id
    where billed.user_id = ${userId} and billed.load_id = any(${[...loadIds]}::bigint[]) and billed.standing
      and not billed.supplement order by billed.load_id`.execute(work)
  return new Map(rows.map((row) => [row.loadId, row]))
}

async function readStandingLoads(work: Work, userId: string, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select load_id as id from invoice_loads
    where user_id = ${userId} and invoice_id = ${id} and standing order by load_id`.execute(work)
  return rows.map((row) => row.id)
}

/**
 * Creates a draft with the unbilled charges of the invoice's loads. Throws 409 if nothing is unbilled, if a billed charge changed
 * too (only credit and rebill corrects that), or if another draft already supplements one of the loads.
 */
export function supplementInvoice(
  database: Database,
  userId: string,
  id: number,
  request: Repeatable,
): Promise<Invoice> {
  return runIdempotent(database, userId, request, async (work) => {
    const [invoice] = await lockInvoicesAndLoads(work, userId, [id])
    if (!invoice) throw notFound()
    if (invoice.state !== 'approved' || invoice.kind !== 'invoice')
      throw new RequestError(409, invoiceMessages.notApproved)
    const drift = await readBillingDrift(work, userId, id)
    await rejectSupplemented(work, userId, id)
    if (!drift.length) throw new RequestError(409, invoiceMessages.nothingUnbilled)
    for (const { loadNumber, billed, today, unbilled } of drift)
      if (toCents(billed) + toCents(unbilled) !== toCents(today))
        throw new RequestError(409, invoiceMessages.changedLine(loadNumber))
    const loadIds = drift.map(({ loadId }) => loadId)
    await sql`select adopt_line_haul(${userId}::uuid, ${loadIds}::bigint[])`.execute(work)
    const { termsDays } = await readInvoice(work, userId, id)
    const { brokerId } = invoice
    const draft = await insertDraft(work, userId, {
      brokerId,
      termsDays,
      loadIds,
      supplementsId: id,
      supplements: loadIds,
    })
    const made = await readInvoice(work, userId, draft)
    if (toCents(made.total) <= 0n) throw new RequestError(409, invoiceMessages.nothingUnbilled)
    return made
  })
}

/** Throws 409 if a draft already supplements one of the loads. The loads are locked, so concurrent requests make one draft. */
async function rejectSupplemented(work: Work, userId: string, id: number): Promise<void> {
  const { rows } = await sql<{ loadNumber: string }>`
    select load.load_id as load_number from invoice_loads as billed
      join invoice_loads as other on other.user_id = ${userId} and other.load_id = billed.load_id and other.supplement
      join invoices as draft on draft.user_id = ${userId} and draft.id = other.invoice_id and draft.state = 'draft'
      join loads as load on load.user_id = ${userId} and load.id = billed.load_id
    where billed.user_id = ${userId} and billed.invoice_id = ${id} order by load.id limit 1`.execute(
    work,
  )
  if (rows[0]) throw new RequestError(409, invoiceMessages.hasSupplement(rows[0].loadNumber))
}
