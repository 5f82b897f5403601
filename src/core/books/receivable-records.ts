/** The records of the receivables ledger (SPEC C221). */
import type { Day } from '#core/calendar.ts'
import { addUp, negate, toCents, type Amount } from '#core/money.ts'
import type { ReceivableKind } from '#core/receivables/entries.ts'
import { incomeKind } from './account-kinds.ts'
import type { FactoringMethod } from './factoring-methods.ts'
import { makeRecord, type BookLine, type BookRecord, type BookType } from './records.ts'

/** An entry of the ledger. `number`: the number of its invoice or credit note. */
export type ReceivableFact = {
  id: number
  day: Day
  kind: ReceivableKind
  amount: Amount
  brokerId: number
  invoiceId: number | null
  creditNoteId: number | null
  number: string | null
  dueOn: Day | null
  /** The kind of a difference that was reversed. */
  differenceKind: ReceivableKind | null
}

/** A printed line of an invoice or credit note. */
export type InvoiceLineFact = {
  invoiceId: number
  kind: string
  text: string
  amount: Amount
  quantity: Amount | null
  rate: Amount | null
  truck: string | null
}

type Kind = { group: string; type: BookType; contra: string | null }

/** `contra`: null for the lines of the invoice or credit note. */
const KINDS: Record<ReceivableKind, Kind> = {
  invoice: { group: 'Invoices', type: 'INVOICE', contra: null },
  void: { group: 'Void invoices', type: 'GENERAL JOURNAL', contra: null },
  credit: { group: 'Credit notes', type: 'CREDIT MEMO', contra: null },
  'credit-void': { group: 'Void credit notes', type: 'GENERAL JOURNAL', contra: null },
  payment: { group: 'Money received', type: 'PAYMENT', contra: 'undeposited' },
  applied: { group: 'Money applied later', type: 'GENERAL JOURNAL', contra: 'undeposited' },
  'quick-pay': { group: 'Quick-pay discounts', type: 'GENERAL JOURNAL', contra: 'quick-pay' },
  'write-off': { group: 'Write-offs', type: 'GENERAL JOURNAL', contra: 'write-off' },
  'bank-fee': { group: 'Bank fees', type: 'GENERAL JOURNAL', contra: 'bank-fee' },
  refund: { group: 'Refunds', type: 'GENERAL JOURNAL', contra: 'bank' },
  'refund-reversal': { group: 'Refunds not cashed', type: 'GENERAL JOURNAL', contra: 'bank' },
  reversal: { group: 'Reversals', type: 'GENERAL JOURNAL', contra: 'undeposited' },
  'factor-paid': { group: 'Paid to the factor', type: 'GENERAL JOURNAL', contra: 'factor' },
  'factor-reversal': { group: 'Reversed by the factor', type: 'GENERAL JOURNAL', contra: 'factor' },
}

/** The groups in the order of the preview. */
export const RECEIVABLE_GROUPS = Object.values(KINDS).map(({ group }) => group)

/** Whether a record of the kind has the lines of an invoice or a credit note. */
export function hasInvoiceLines(kind: ReceivableKind): boolean {
  return KINDS[kind].contra === null
}

/** The id of the invoice or credit note that has the lines. */
export function linesOwner({ kind, invoiceId, creditNoteId }: ReceivableFact): number | null {
  return kind === 'credit' || kind === 'credit-void' ? creditNoteId : invoiceId
}

export function groupOfKind(kind: ReceivableKind): string {
  return KINDS[kind].group
}

/** Groups whose lines depend on the factoring method. */
const FACTOR_GROUPS = Object.values(KINDS).flatMap(({ group, contra }) =>
  contra === 'factor' ? group : [],
)

/** The groups that the invoice CSV and its cover page contain. */
export const INVOICE_FILE_GROUPS = Object.values(KINDS).flatMap(({ group, contra }) =>
  contra === null ? group : [],
)

/** Whether the record comes from a factor's report. */
export function isFromFactor({ source, group }: Pick<BookRecord, 'source' | 'group'>): boolean {
  return source.startsWith('factor-') || FACTOR_GROUPS.includes(group)
}

/** Groups whose records have no lines: a sold invoice is already paid when the broker pays the factor. */
export function listGroupsWithoutLines(method: FactoringMethod): readonly string[] {
  return method === 'loan' ? [] : FACTOR_GROUPS
}

/** `lines`: the lines of the invoice or credit note, if the kind has lines. A void reverses the lines. */
export function recordReceivable(
  fact: ReceivableFact,
  lines: readonly InvoiceLineFact[],
  method: FactoringMethod,
): BookRecord {
  const { group, type, contra } = KINDS[fact.kind]
  const { id, day, amount, brokerId, number, dueOn } = fact
  const text = `${group} ${number ?? ''}`.trim()
  const owed: BookLine = { account: 'receivable', amount, text, truck: null }
  const others = contra === null ? bookLines(fact, lines) : [contraLine(fact, contra, text)]
  const isEmpty = listGroupsWithoutLines(method).includes(group)
  const isMoneyFirst = type === 'PAYMENT'
  return makeRecord({
    source: 'receivable',
    id,
    day,
    type,
    group,
    text,
    figure: amount,
    number: number ?? '',
    name: `broker ${brokerId}`,
    dueOn: type === 'INVOICE' ? dueOn : null,
    // QuickBooks Desktop requires the money of a payment in the first line.
    lines: isEmpty ? [] : isMoneyFirst ? [...others, owed] : [owed, ...others],
  })
}

function contraLine(fact: ReceivableFact, contra: string, text: string): BookLine {
  const account = fact.differenceKind ? (KINDS[fact.differenceKind].contra ?? contra) : contra
  return { account, amount: negate(fact.amount), text, truck: null }
}

function bookLines(fact: ReceivableFact, lines: readonly InvoiceLineFact[]): BookLine[] {
  const total = addUp(lines.map(({ amount }) => amount))
  const isReversed = total === -toCents(fact.amount)
  return lines.map(({ kind, amount, text, quantity, rate, truck }) => ({
    account: incomeKind(kind),
    text,
    truck,
    quantity,
    rate,
    amount: isReversed ? amount : negate(amount),
  }))
}
