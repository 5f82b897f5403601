/** One invoice with everything that its page shows (SPEC C167, C171). */
import { sql } from 'kysely'
import type { InvoiceDetails, InvoiceLine } from '#core/invoices/responses.ts'
import type { InvoiceSnapshot } from '#core/invoices/snapshot.ts'
import type { Database } from '#server/database/open.ts'
import { buildDraftSnapshot } from './approval/draft-snapshot.ts'
import { readInvoiceSnapshot } from './approval/snapshot.ts'
import { readDraftLines } from './drafts/draft-lines.ts'
import { readCredits, readInvoice } from './rows.ts'
import { readBillingDrift } from './standing.ts'

/** Throws 404 if the account has no such invoice. */
export async function readInvoiceDetails(
  database: Database,
  userId: string,
  id: number,
): Promise<InvoiceDetails> {
  const invoice = await readInvoice(database, userId, id)
  const isDraft = invoice.state === 'draft'
  const snapshot =
    (await readInvoiceSnapshot(database, userId, id)) ??
    (await buildDraftSnapshot(database, userId, id))
  const [lines, credits, drift, facts] = await Promise.all([
    isDraft
      ? listDraftLines(database, userId, id)
      : readFrozenLines(database, userId, id, snapshot),
    readCredits(database, userId, id),
    readBillingDrift(database, userId, id),
    readFacts(database, userId, id),
  ])
  const { billTo, remitTo, carrierId, company } = snapshot
  return {
    ...invoice,
    billTo,
    remitTo: { name: remitTo.name, address: remitTo.address },
    carrierId,
    company,
    lines,
    credits,
    drift,
    ...facts,
  }
}

async function listDraftLines(
  database: Database,
  userId: string,
  id: number,
): Promise<InvoiceLine[]> {
  const lines = await readDraftLines(database, userId, id)
  return lines.map(({ lineId, point: _, ...line }, at) => ({
    ...line,
    id: lineId,
    number: at + 1,
    left: null,
  }))
}

/** `left`: what no credit note has credited. */
async function readFrozenLines(
  database: Database,
  userId: string,
  id: number,
  snapshot: InvoiceSnapshot,
): Promise<InvoiceLine[]> {
  const { rows } = await sql<Omit<InvoiceLine, 'loadNumber' | 'approval'>>`
    select line.id, line.number, line.load_id, line.charge_id, line.kind, line.description, line.quantity, line.rate,
      line.amount, line.reason, line.amount + coalesce((select sum(credit.amount) from invoice_lines as credit
        join invoices as note on note.user_id = ${userId} and note.id = credit.invoice_id and note.state = 'approved'
        where credit.user_id = ${userId} and credit.credits_line_id = line.id), 0) as left
    from invoice_lines as line where line.user_id = ${userId} and line.invoice_id = ${id}
    order by line.number`.execute(database)
  const numbers = new Map(snapshot.loads.map((load) => [load.id, load.loadId]))
  return rows.map((line) => ({
    ...line,
    loadNumber: numbers.get(line.loadId ?? 0) ?? null,
    approval: null,
  }))
}

async function readFacts(database: Database, userId: string, id: number) {
  const { rows } = await sql<
    Pick<InvoiceDetails, 'note' | 'approvedAt' | 'voidedOn' | 'voidReason'>
  >`
    select note, approved_at, voided_on, void_reason from invoices
    where user_id = ${userId} and id = ${id}`.execute(database)
  return rows[0] ?? { note: null, approvedAt: null, voidedOn: null, voidReason: null }
}
