/** The records of the receivables ledger (SPEC C221). */
import type { Day } from '#core/calendar.ts'
import { addUp, negate, toCents, type Amount } from '#core/money.ts'
import { nameMethod } from '#core/receipts/kinds.ts'
import type { ReceivableKind } from '#core/receivables/entries.ts'
import { incomeKind } from './account-kinds.ts'
import type { FactoringMethod } from './factoring-methods.ts'
import {
  makeRecord,
  type BookLine,
  type BookReceipt,
  type BookRecord,
  type BookType,
} from './records.ts'

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
  termsDays: number | null
  receipt: BookReceipt | null
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

const JOURNAL = 'GENERAL JOURNAL'
const MONEY = 'undeposited'

/** `text`: one entry of the group, before the number of its invoice or credit note. */
type Kind = { group: string; type: BookType; contra: string | null; text: string }

/** `contra`: null for the lines of the invoice or credit note. */
const KINDS: Record<ReceivableKind, Kind> = {
  invoice: { group: 'Invoices', type: 'INVOICE', contra: null, text: 'Invoice' },
  void: { group: 'Void invoices', type: JOURNAL, contra: null, text: 'Void of invoice' },
  credit: { group: 'Credit notes', type: 'CREDIT MEMO', contra: null, text: 'Credit note' },
  'credit-void': {
    group: 'Void credit notes',
    type: JOURNAL,
    contra: null,
    text: 'Void of credit note',
  },
  payment: { group: 'Money received', type: 'PAYMENT', contra: MONEY, text: 'Payment' },
  applied: {
    group: 'Money applied later',
    type: JOURNAL,
    contra: MONEY,
    text: 'Unapplied payment used',
  },
  'quick-pay': {
    group: 'Quick-pay discounts',
    type: JOURNAL,
    contra: 'quick-pay',
    text: 'Quick-pay discount',
  },
  'write-off': { group: 'Write-offs', type: JOURNAL, contra: 'write-off', text: 'Write-off' },
  'bank-fee': { group: 'Bank fees', type: JOURNAL, contra: 'bank-fee', text: 'Bank fee' },
  refund: { group: 'Refunds', type: JOURNAL, contra: 'bank', text: 'Refund' },
  'refund-reversal': {
    group: 'Refunds not cashed',
    type: JOURNAL,
    contra: 'bank',
    text: 'Refund not cashed',
  },
  reversal: { group: 'Reversals', type: JOURNAL, contra: MONEY, text: 'Reversal' },
  'factor-paid': {
    group: 'Paid to the factor',
    type: JOURNAL,
    contra: 'factor',
    text: 'Paid to the factor',
  },
  'factor-reversal': {
    group: 'Reversed by the factor',
    type: JOURNAL,
    contra: 'factor',
    text: 'Reversed by the factor',
  },
}

/** Kinds whose text is "Invoice 5". The texts of the others are "Payment, invoice 5". */
const NAMED_BY_NUMBER: ReadonlySet<ReceivableKind> = new Set([
  'invoice',
  'void',
  'credit',
  'credit-void',
])

/** "Invoice 5", "Void of invoice 5", "Quick-pay discount, invoice 5", "Payment" of money that is not applied. */
export function describeEntry(kind: ReceivableKind, number: string | null): string {
  const { text } = KINDS[kind]
  if (number === null) return text
  return NAMED_BY_NUMBER.has(kind) ? `${text} ${number}` : `${text}, invoice ${number}`
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
  const isMoney = contra === MONEY && fact.differenceKind === null
  const { receipt } = fact
  const paidBy = receipt && !isMoney ? nameReceipt(receipt) : ''
  const text = [describeEntry(fact.kind, number), paidBy].filter(Boolean).join(', ')
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
    termsDays: type === 'INVOICE' ? fact.termsDays : null,
    money: receipt && isMoney ? { receipt, invoice: number } : null,
    // QuickBooks Desktop requires the money of a payment in the first line.
    lines: isEmpty ? [] : isMoneyFirst ? [...others, owed] : [owed, ...others],
  })
}

/** "Check 884512". */
function nameReceipt({ method, reference }: BookReceipt): string {
  return [nameMethod(method), reference].filter(Boolean).join(' ')
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
