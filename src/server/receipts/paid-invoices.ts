/** Locks and credits the invoices that a payment pays, through the exports of the feature `invoices`. */
import type { Day } from '#core/calendar.ts'
import type { Amount } from '#core/money.ts'
import type { Work } from '#server/database/open.ts'
import { creditAmount } from '#server/invoices/money/credit-amount.ts'
import { lockInvoicesAndLoads, type LockedInvoice } from '#server/invoices/lock-invoices.ts'
import { readLoadsOfInvoices, type InvoicedLoad } from '#server/invoices/money/loads-of-invoices.ts'

export type PaidInvoice = LockedInvoice & { loads: InvoicedLoad[] }

/** The invoices by id, locked with their loads. Unknown ids are left out. */
export async function lockPaidInvoices(
  work: Work,
  userId: string,
  ids: readonly number[],
): Promise<Map<number, PaidInvoice>> {
  if (!ids.length) return new Map()
  const invoices = await lockInvoicesAndLoads(work, userId, ids)
  const loads = await readLoadsOfInvoices(work, userId, ids)
  return new Map(
    invoices.map((invoice) => [invoice.id, { ...invoice, loads: loads.get(invoice.id) ?? [] }]),
  )
}

type ShortPay = {
  invoice: PaidInvoice
  amount: Amount
  day: Day
  reason: string
  personId: string
  /** The load whose lines are credited first. */
  loadId: number | null
}

/** Returns the credit note's id. */
export async function creditShortPay(work: Work, userId: string, short: ShortPay): Promise<number> {
  const { invoice, day, ...credit } = short
  return creditAmount(work, userId, { ...credit, invoiceId: invoice.id, on: day })
}
