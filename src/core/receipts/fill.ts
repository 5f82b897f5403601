/** The rows of Receive Payment: which invoices the money pays, and the part of each that the broker did not pay (SPEC C199). */
import { addDays, type Day } from '#core/calendar.ts'
import { percentOf } from '#core/decimals.ts'
import { addUp, readTypedAmount, toAmount, toCents, type Amount, type Cents } from '#core/money.ts'
import type { Bearer, DifferenceKind } from './kinds.ts'
import type { NewDifference, NewReceiptPart } from './requests.ts'
import type { PayableInvoice } from './responses.ts'

/** What a person can edit in a row. `amount`: as typed; "" while the invoice is not selected. */
export type ApplyRow = {
  invoice: PayableInvoice
  amount: string
  /** The reason of the difference; "" if the rest stays open. */
  kind: DifferenceKind | ''
  reason: string
  bears: Bearer | ''
  /** The owner's amount, as typed. */
  ownerAmount: string
  loadId: string
}

/** The broker's terms, and the money. `amount`: as typed; blank is 0. */
export type Money = {
  amount: string
  method: string
  receivedOn: Day
  quickPayPercent: Amount | null
  /** Days after the invoice date within which the discount applies. */
  quickPayWithin: number | null
}

export function startRow(invoice: PayableInvoice): ApplyRow {
  return { invoice, amount: '', kind: '', reason: '', bears: '', ownerAmount: '', loadId: '' }
}

export function isSelected({ amount, kind }: ApplyRow): boolean {
  return amount !== '' || kind !== ''
}

function readCents(typed: string): Cents {
  return toCents(readTypedAmount(typed) ?? '0.00')
}

/** The money that is applied to invoices. */
function sumApplied(rows: readonly ApplyRow[]): Cents {
  return addUp(rows.map(({ amount }) => readTypedAmount(amount) ?? '0.00'))
}

/** The money that is left; negative if more is applied than was received. */
export function findLeftOver(rows: readonly ApplyRow[], { amount }: Pick<Money, 'amount'>): Cents {
  return readCents(amount) - sumApplied(rows)
}

/** The part of the invoice that the typed amount leaves open. */
export function findDifference({ invoice, amount }: ApplyRow): Cents {
  const rest = toCents(invoice.openAmount) - readCents(amount)
  return rest > 0n ? rest : 0n
}

/** The discount of the broker's quick-pay terms. 0 without terms, or if it is too late for the discount. */
function findDiscount({ openAmount, invoiceDate }: PayableInvoice, money: Money): Cents {
  const { quickPayPercent, quickPayWithin, receivedOn, method } = money
  if (quickPayPercent === null) return 0n
  const isInTime = quickPayWithin === null || receivedOn <= addDays(invoiceDate, quickPayWithin)
  return isInTime || method === 'quick-pay' ? percentOf(toCents(openAmount), quickPayPercent) : 0n
}

/**
 * Selects the invoice, or clears it. A selected invoice gets its open amount, less the quick-pay discount if the broker paid by
 * quick pay, but not more than the money that is left. If no money is left, it gets the full amount.
 */
export function toggleRow(rows: readonly ApplyRow[], id: number, money: Money): ApplyRow[] {
  return rows.map((row) => {
    if (row.invoice.id !== id) return row
    return isSelected(row) ? startRow(row.invoice) : fillRow(row, findLeftOver(rows, money), money)
  })
}

function fillRow(row: ApplyRow, left: Cents, money: Money): ApplyRow {
  const discount = money.method === 'quick-pay' ? findDiscount(row.invoice, money) : 0n
  const due = toCents(row.invoice.openAmount) - discount
  const amount = toAmount(left > 0n && left < due ? left : due)
  return editAmount(row, amount, money)
}

/** Sets a typed amount. A remainder equal to the quick-pay discount becomes the discount. Any other remainder needs a reason or stays open. */
export function editAmount(row: ApplyRow, amount: string, money: Money): ApplyRow {
  const next = { ...row, amount }
  const rest = findDifference(next)
  if (rest === 0n || amount === '') return { ...startRow(row.invoice), amount }
  const isDiscount = rest === findDiscount(row.invoice, money)
  if (isDiscount && row.kind === '') return { ...next, kind: 'quick-pay' }
  return row.kind === 'quick-pay' && !isDiscount ? { ...next, kind: '' } : next
}

/** Clears all rows, then fills the oldest invoices until the money is used up. */
export function fillOldest(rows: readonly ApplyRow[], money: Money): ApplyRow[] {
  let left = readCents(money.amount)
  return rows.map((row) => {
    const cleared = startRow(row.invoice)
    if (left <= 0n) return cleared
    const filled = fillRow(cleared, left, money)
    left -= readCents(filled.amount)
    return filled
  })
}

/** Whether the invoice's number or a load number begins with the text. */
export function matchesNumber({ number, loads }: PayableInvoice, typed: string): boolean {
  const text = typed.trim().toLowerCase()
  const numbers = [number, ...loads.flatMap((load) => [load.loadId, load.brokerLoadNumber])]
  return numbers.some((candidate) => candidate?.toLowerCase().startsWith(text))
}

/** The selected rows, as the API expects them. Unreadable amounts are sent as typed, so that the server reports them. */
export function buildParts(rows: readonly ApplyRow[]): NewReceiptPart[] {
  return rows.filter(isSelected).map((row) => ({
    invoiceId: row.invoice.id,
    amount: readTypedAmount(row.amount || '0') ?? row.amount,
    differences: buildDifferences(row),
  }))
}

function buildDifferences(row: ApplyRow): NewDifference[] {
  const { kind, reason, bears, ownerAmount, loadId } = row
  const amount = findDifference(row)
  if (kind === '' || amount === 0n) return []
  const isAccepted = kind === 'short-pay-accepted'
  const sharesLoad = isAccepted && (bears === 'owner' || bears === 'both')
  return [
    {
      kind,
      amount: toAmount(amount),
      reason: reason.trim() || null,
      bears: isAccepted && bears !== '' ? bears : null,
      ownerAmount: bears === 'both' && isAccepted ? readTypedAmount(ownerAmount) : null,
      loadId: sharesLoad && loadId !== '' ? Number(loadId) : null,
    },
  ]
}
