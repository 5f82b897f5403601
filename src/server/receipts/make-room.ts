/** Unapplies money from a paid invoice, so that a credit note fits (SPEC C336). */
import type { Day } from '#core/calendar.ts'
import { addUp, formatMoney, toCents, type Cents } from '#core/money.ts'
import { isPosted, nameMethod } from '#core/receipts/kinds.ts'
import { receiptMessages } from '#core/receipts/messages.ts'
import type { InvoiceReceipts } from '#core/receipts/responses.ts'
import type { Work } from '#server/database/open.ts'
import { askToConfirm } from '#server/errors.ts'
import { readInvoiceReceipts } from './of-invoice.ts'
import { lockBroker, readDifferences } from './rows.ts'
import { unapplyAmount } from './unapply.ts'

/** Locks the broker, and so all its receipts. Call it before the loads and the invoice are locked (SPEC C254). */
export async function lockMoney(work: Work, userId: string, brokerId: number): Promise<void> {
  await lockBroker(work, userId, brokerId)
}

type Room = { invoiceId: number; brokerId: number; number: string | null; missing: Cents; on: Day }

/**
 * Unapplies `missing` from the invoice, from its latest payment first. Returns false if less is paid. Throws 409 with the question
 * unless "unapply" is confirmed. The caller has locked the broker's money and the invoice.
 */
export async function makeRoom(
  work: Work,
  userId: string,
  { invoiceId, brokerId, number, missing, on }: Room,
  confirmed: readonly string[],
): Promise<boolean> {
  const planned = await planUnapplied(work, userId, invoiceId, missing)
  if (!planned) return false
  if (!confirmed.includes('unapply')) throw askToConfirm('unapply', describe(number, planned))
  for (const { part, cents } of planned) {
    const day = part.appliedOn > on ? part.appliedOn : on
    await unapplyAmount(work, userId, { brokerId, part, cents, day })
  }
  return true
}

type Planned = { part: InvoiceReceipts['parts'][number]; cents: Cents }

/** Null if less is paid. The discounts that were recorded with a part end with all of it. */
async function planUnapplied(
  work: Work,
  userId: string,
  invoiceId: number,
  missing: Cents,
): Promise<Planned[] | null> {
  const { parts } = await readInvoiceReceipts(work, userId, invoiceId)
  const differences = (await readDifferences(work, userId, { invoiceId })).filter(
    ({ kind, ended }) => isPosted(kind) && ended === null,
  )
  const planned: Planned[] = []
  let left = missing
  for (const part of parts.filter(({ ended }) => ended === null).toReversed()) {
    if (left <= 0n) break
    const most = toCents(part.amount)
    const cents = left < most ? left : most
    planned.push({ part, cents })
    left -= cents
    if (cents === most)
      left -= addUp(differences.flatMap((one) => (one.partId === part.id ? one.amount : [])))
  }
  return left > 0n ? null : planned
}

function describe(number: string | null, planned: readonly Planned[]): string {
  const moneys = planned.map(({ part: { method, reference }, cents }) => {
    return `${formatMoney(cents)} of ${[nameMethod(method), reference].filter(Boolean).join(' ')}`
  })
  return receiptMessages.askToUnapply(number, moneys.join(' and '))
}
