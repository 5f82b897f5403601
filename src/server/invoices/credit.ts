/** Credit notes: numbered, frozen, and posted to the ledger of the credited invoice (SPEC C169). */
import { sql } from 'kysely'
import { invoiceMessages } from '#core/invoices/messages.ts'
import type { CreditRequest } from '#core/invoices/requests.ts'
import type { SnapshotLine } from '#core/invoices/snapshot.ts'
import { toAmount, toCents, type Amount, type Cents } from '#core/money.ts'
import { describeCover } from '#core/receivables/cover.ts'
import type { Work } from '#server/database/open.ts'
import { badField, notFound, RequestError } from '#server/errors.ts'
import { readCover } from '#server/receivables/cover.ts'
import { postEntries } from '#server/receivables/ledger.ts'
import { assignInvoiceNumber } from './approval/assign-number.ts'
import { freezeInvoice } from './approval/approve.ts'
import { readInvoiceSnapshot } from './approval/snapshot.ts'
import { updatePaymentStatus } from './payment-status.ts'
import { readLoadIds } from './loads-to-bill.ts'
import { lockInvoicesAndLoads, type LockedInvoice } from './lock-invoices.ts'
import { refreshStanding } from './standing.ts'

type Credit = Omit<CreditRequest, 'confirmed'> & {
  invoiceId: number
  personId: string | null
  /** Opens `missing` cents of a paid invoice. Returns false if it can't. */
  makeRoom?: (invoice: LockedInvoice, missing: Cents) => Promise<boolean>
}

/**
 * Returns the credit note's id. Locks the invoice's loads, then the invoice: call it before any other lock. Without `lines`,
 * everything that is left of the invoice is credited. Throws 400 at a field, 404, and 409 if less is open.
 */
export async function createCreditNote(
  work: Work,
  userId: string,
  { invoiceId, personId, on, reason, lines: wanted, makeRoom }: Credit,
): Promise<number> {
  const [invoice] = await lockInvoicesAndLoads(work, userId, [invoiceId])
  if (!invoice) throw notFound()
  rejectUncreditable(invoice, on)
  const left = await readCreditLeft(work, userId, invoiceId)
  const lines = wanted ? pickLines(left, wanted) : left.filter((line) => toCents(line.left) !== 0n)
  const total = lines.reduce((sum, line) => sum + toCents(line.left), 0n)
  if (total <= 0n) throw new RequestError(409, invoiceMessages.nothingLeft)
  const missing = total - toCents(invoice.openAmount)
  if (missing > 0n && !(await makeRoom?.(invoice, missing)))
    await rejectMoreThanOpen(work, userId, invoice, missing)
  const id = await insertNote(work, userId, invoice, { on, reason, personId, lines })
  await postEntries(work, userId, [
    {
      brokerId: invoice.brokerId,
      invoiceId,
      creditNoteId: id,
      day: on,
      kind: 'credit',
      amount: toAmount(-total),
    },
  ])
  const loadIds = await readLoadIds(work, userId, [invoiceId])
  await refreshStanding(work, userId, [invoiceId], loadIds)
  await updatePaymentStatus(work, userId, [invoiceId])
  return id
}

/** `left`: what no credit note has credited; negative for a negative line. */
export type LineLeft = {
  id: number
  loadId: number | null
  chargeId: number | null
  kind: string
  description: string | null
  left: Amount
}

export async function readCreditLeft(
  work: Work,
  userId: string,
  invoiceId: number,
): Promise<LineLeft[]> {
  const { rows } = await sql<LineLeft>`
    select line.id, line.load_id, line.charge_id, line.kind, line.description,
      line.amount + coalesce((select sum(credit.amount) from invoice_lines as credit
        join invoices as note on note.user_id = ${userId} and note.id = credit.invoice_id and note.state = 'approved'
        where credit.user_id = ${userId} and credit.credits_line_id = line.id), 0) as left
    from invoice_lines as line where line.user_id = ${userId} and line.invoice_id = ${invoiceId}
    order by line.number`.execute(work)
  return rows
}

function rejectUncreditable({ kind, state, number, invoiceDate }: LockedInvoice, on: string): void {
  if (state === 'void') throw new RequestError(409, invoiceMessages.isVoid(number))
  if (state !== 'approved' || kind !== 'invoice')
    throw new RequestError(409, invoiceMessages.notApproved)
  if (on < (invoiceDate ?? '')) throw badField('on', invoiceMessages.beforeInvoice('Credit date'))
}

/** Throws 400 for a line of another invoice, and for an amount that is more than what is left of its line. */
function pickLines(
  creditable: readonly LineLeft[],
  wanted: readonly { lineId: number; amount: Amount }[],
): LineLeft[] {
  const seen = new Set<number>()
  return wanted.map(({ lineId, amount }) => {
    const line = creditable.find(({ id }) => id === lineId)
    if (!line || seen.has(lineId)) throw badField('lines', 'Line was not found')
    seen.add(lineId)
    const left = toCents(line.left)
    const most = left < 0n ? -left : left
    if (toCents(amount) > most) throw badField('lines', invoiceMessages.tooMuchCredited(most))
    return { ...line, left: left < 0n ? toAmount(-toCents(amount)) : amount }
  })
}

/** Throws 409 with the step that opens enough of the invoice. */
async function rejectMoreThanOpen(
  work: Work,
  userId: string,
  { id, number, openAmount }: LockedInvoice,
  missing: Cents,
): Promise<never> {
  const cover = await readCover(work, userId, id)
  const message = describeCover(number, { open: toCents(openAmount), missing }, cover)
  throw new RequestError(409, message)
}

type Note = { on: string; reason: string; personId: string | null; lines: LineLeft[] }

async function insertNote(
  work: Work,
  userId: string,
  invoice: LockedInvoice,
  { on, reason, personId, lines }: Note,
): Promise<number> {
  const { id: creditsId, brokerId } = invoice
  const { id } = await work
    .insertInto('invoices')
    .values({ userId, kind: 'credit-note', brokerId, termsDays: 0, creditsId, note: reason })
    .returning('id')
    .executeTakeFirstOrThrow()
  const credited = lines.map(({ id: creditsLineId, left, ...line }, at) => ({
    userId,
    invoiceId: id,
    number: at + 1,
    creditsLineId,
    ...line,
    amount: toAmount(-toCents(left)),
  }))
  await work.insertInto('invoiceLines').values(credited).execute()
  const frozen = await readInvoiceSnapshot(work, userId, creditsId)
  if (!frozen) throw new Error(`Invoice ${creditsId} has no snapshot`)
  const { number, sequence } = await assignInvoiceNumber(
    work,
    userId,
    frozen.lines[0]?.loadNumber ?? null,
  )
  const loadNumbers = new Map(frozen.lines.map((line) => [line.loadId, line.loadNumber]))
  const printed = credited.map(
    ({ number, loadId, chargeId, kind, description, amount }): SnapshotLine => ({
      id: null,
      number,
      loadId,
      chargeId,
      kind,
      description,
      amount,
      loadNumber: loadNumbers.get(loadId) ?? null,
      point: null,
      quantity: null,
      rate: null,
    }),
  )
  const total = toAmount(printed.reduce((sum, { amount }) => sum + toCents(amount), 0n))
  const snapshot = {
    ...frozen,
    kind: 'credit-note' as const,
    number,
    invoiceDate: on,
    termsDays: 0,
    dueOn: on,
    lines: printed,
    total,
    note: null,
    loads: frozen.loads.filter((load) => printed.some(({ loadId }) => loadId === load.id)),
    credits: {
      number: invoice.number ?? '',
      invoiceDate: invoice.invoiceDate ?? on,
      reason,
    },
  }
  await freezeInvoice(work, userId, id, snapshot, {
    number,
    sequence,
    invoiceDate: on,
    dueOn: on,
    personId,
    factorId: invoice.factorId,
  })
  return id
}
