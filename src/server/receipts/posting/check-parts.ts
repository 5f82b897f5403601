/** Checks whether money and differences can be applied to invoices on a day (SPEC C193, C194). */
import type { Day } from '#core/calendar.ts'
import { addUp, toCents, type Cents } from '#core/money.ts'
import { receiptMessages } from '#core/receipts/messages.ts'
import type { NewDifference, NewReceiptPart } from '#core/receipts/requests.ts'
import type { Work } from '#server/database/open.ts'
import { badField } from '#server/errors.ts'
import { readLeastOpen } from '#server/receivables/least-open.ts'
import type { PaidInvoice } from '#server/receipts/paid-invoices.ts'

/** `receivedOn`: the day of the receipt; null for differences without money. */
export type Place = { brokerId: number; day: Day; receivedOn: Day | null }

/** Throws 400 at `parts.N.…`. The caller has locked the invoices. */
export async function checkParts(
  work: Work,
  userId: string,
  { brokerId, day, receivedOn }: Place,
  parts: readonly NewReceiptPart[],
  invoices: ReadonlyMap<number, PaidInvoice>,
): Promise<void> {
  const least = await readLeastOpen(work, userId, [...invoices.keys()], day)
  for (const [at, part] of parts.entries()) {
    const invoice = invoices.get(part.invoiceId)
    const field = `parts.${at}`
    if (!invoice) throw badField(`${field}.invoiceId`, receiptMessages.noInvoice)
    const problem = findStateProblem(invoice, brokerId)
    if (problem) throw badField(`${field}.invoiceId`, problem)
    if (receivedOn !== null && day < receivedOn)
      throw badField('day', receiptMessages.beforeReceipt(receivedOn))
    if (invoice.invoiceDate !== null && day < invoice.invoiceDate)
      throw badField(
        `${field}.amount`,
        receiptMessages.tooEarly(nameOf(invoice), invoice.invoiceDate),
      )
    if (receivedOn === null && toCents(part.amount) > 0n)
      throw badField(`${field}.amount`, receiptMessages.noMoney)
    part.differences.forEach((one, n) => checkBearer(one, `${field}.differences.${n}`))
    checkAmounts(part, invoice, { least: least.get(invoice.id) ?? 0n, day, field })
  }
}

function findStateProblem(invoice: PaidInvoice, brokerId: number): string | null {
  const { kind, state } = invoice
  const number = nameOf(invoice)
  if (invoice.brokerId !== brokerId) return receiptMessages.otherBroker(number)
  if (kind === 'credit-note') return receiptMessages.creditNote(number)
  if (state === 'void') return receiptMessages.void(number)
  return state === 'draft' ? receiptMessages.draft : null
}

function nameOf({ number, id }: PaidInvoice): string {
  return number ?? String(id)
}

type Limits = { least: Cents; day: Day; field: string }

/** Payments and differences must fit into the open amount from the day on, and a dispute into what remains open. */
function checkAmounts(
  part: NewReceiptPart,
  invoice: PaidInvoice,
  { least, day, field }: Limits,
): void {
  const [now, paid] = [toCents(invoice.openAmount), toCents(part.amount)]
  const number = nameOf(invoice)
  if (paid > least)
    throw badField(`${field}.amount`, receiptMessages.notOpen(number, least, now, day))
  let left = least - paid
  for (const [n, { kind, amount }] of part.differences.entries()) {
    if (kind === 'short-pay-disputed') continue
    if (toCents(amount) > left)
      throw badField(
        `${field}.differences.${n}.amount`,
        receiptMessages.notOpen(number, left, now - paid, day),
      )
    left -= toCents(amount)
  }
  const disputed = part.differences.filter(({ kind }) => kind === 'short-pay-disputed')
  if (addUp(disputed.map(({ amount }) => amount)) > left)
    throw badField(
      `${field}.differences.${part.differences.indexOf(disputed[0] as NewDifference)}.amount`,
      receiptMessages.disputedMore(number, left),
    )
}

function checkBearer({ kind, reason, bears, amount, ownerAmount }: NewDifference, field: string) {
  if (kind !== 'short-pay-accepted') return
  if (!reason) throw badField(`${field}.reason`, receiptMessages.reasonRequired)
  if (bears === null) throw badField(`${field}.bears`, receiptMessages.chooseBearer)
  if (bears !== 'both') return
  if (ownerAmount === null || toCents(ownerAmount) >= toCents(amount))
    throw badField(`${field}.ownerAmount`, receiptMessages.ownerShare)
}
