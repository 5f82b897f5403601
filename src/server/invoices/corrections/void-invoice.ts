/** Voids invoices and credit notes. Their numbers are not used again (SPEC C169, C330). */
import { invoiceMessages } from '#core/invoices/messages.ts'
import type { VoidInvoice } from '#core/invoices/requests.ts'
import type { Invoice } from '#core/invoices/responses.ts'
import { toAmount, toCents } from '#core/money.ts'
import { describeCover } from '#core/receivables/cover.ts'
import type { Database, Work } from '#server/database/open.ts'
import { constraintOf, inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION } from '#server/database/values.ts'
import { badField, notFound, RequestError, versionConflict } from '#server/errors.ts'
import { updatePaymentStatus } from '#server/invoices/payment-status.ts'
import { lockLoadsToBill, readLoadIds } from '#server/invoices/loads-to-bill.ts'
import { lockInvoices, type LockedInvoice } from '#server/invoices/lock-invoices.ts'
import { readInvoice } from '#server/invoices/rows.ts'
import { refreshStanding } from '#server/invoices/standing.ts'
import { confirmDay } from '#server/receipts/confirm.ts'
import { endAcceptedShortPays } from '#server/receipts/end-differences.ts'
import { readCover } from '#server/receivables/cover.ts'
import { postEntries } from '#server/receivables/ledger.ts'

/** Throws 400 at the day, 404, 412, and 409 while money, credit notes or a schedule of a factor are on the invoice. */
export async function voidInvoice(
  database: Database,
  userId: string,
  id: number,
  values: VoidInvoice,
  version: number | undefined,
): Promise<Invoice> {
  try {
    return await inTransaction(database, async (work) => {
      const { invoice, credited, loadIds } = await lockForVoid(work, userId, id)
      if (version !== undefined && version !== invoice.version)
        throw versionConflict(await readInvoice(work, userId, id))
      await rejectUnvoidable(work, userId, invoice, values)
      await postVoid(work, userId, invoice, values)
      if (credited !== null) {
        const endedReason = `Credit note ${invoice.number ?? ''} voided: ${values.reason}`
        const credit = { invoiceId: credited, creditNoteId: id }
        await endAcceptedShortPays(work, userId, [credit], { endedOn: values.on, endedReason })
      }
      await work
        .updateTable('invoices')
        .set({ state: 'void', voidedOn: values.on, voidReason: values.reason, ...NEXT_VERSION })
        .where('userId', '=', userId)
        .where('id', '=', id)
        .execute()
      await refreshStanding(work, userId, credited ? [id, credited] : [id], loadIds)
      await updatePaymentStatus(work, userId, [credited ?? id])
      confirmDay('on', values.on, values.confirmed)
      return readInvoice(work, userId, id)
    })
  } catch (error) {
    throw translateError(error)
  }
}

/** `credited`: the invoice that a credit note credits. `loadIds`: the loads of that invoice, or else of the voided invoice. */
async function lockForVoid(work: Work, userId: string, id: number) {
  const { creditsId: credited } = await readInvoice(work, userId, id)
  const loadIds = await readLoadIds(work, userId, [credited ?? id])
  await lockLoadsToBill(work, userId, loadIds)
  const locked = await lockInvoices(work, userId, credited ? [id, credited] : [id])
  const invoice = locked.find((one) => one.id === id)
  if (!invoice) throw notFound()
  return { invoice, credited, loadIds }
}

async function rejectUnvoidable(
  work: Work,
  userId: string,
  invoice: LockedInvoice,
  { on }: VoidInvoice,
): Promise<void> {
  const { state, kind, number, invoiceDate } = invoice
  if (state === 'void') throw new RequestError(409, invoiceMessages.isVoid(number))
  if (state === 'draft') throw new RequestError(409, 'A draft is deleted, not voided')
  if (on < (invoiceDate ?? '')) throw badField('on', invoiceMessages.beforeInvoice('The day'))
  if (kind === 'credit-note') return
  const [total, open] = [toCents(invoice.total), toCents(invoice.openAmount)]
  const credited = toCents(invoice.creditedAmount)
  if (credited > 0n) throw new RequestError(409, invoiceMessages.hasCredits(number))
  if (open === total) return
  const cover = await readCover(work, userId, invoice.id)
  throw new RequestError(409, describeCover(number, { open, missing: total - open }, cover))
}

async function postVoid(
  work: Work,
  userId: string,
  invoice: LockedInvoice,
  { on: day }: VoidInvoice,
): Promise<void> {
  const { id, brokerId, creditsId, total } = invoice
  const amount = toAmount(-toCents(total))
  await postEntries(work, userId, [
    creditsId === null
      ? { brokerId, invoiceId: id, day, kind: 'void', amount }
      : { brokerId, invoiceId: creditsId, creditNoteId: id, day, kind: 'credit-void', amount },
  ])
}

function translateError(error: unknown): unknown {
  const constraint = constraintOf(error)
  if (constraint === 'receivable_entries_days') return badField('on', invoiceMessages.laterDay)
  if (constraint === 'invoices_void_factored')
    return new RequestError(409, invoiceMessages.factored)
  return error
}
