/** The typed entries of a factor's report (SPEC C213). */
import {
  computePurchase,
  namesInvoice,
  sumCash,
  type FactorEntryKind,
} from '#core/factoring/entries.ts'
import type { ReportEntry } from '#core/factoring/report-file.ts'
import type { Factor, FactoredInvoice } from '#core/factoring/responses.ts'
import {
  formatMoney,
  LARGEST_SUM,
  readTypedAmount,
  toAmount,
  toCents,
  type Amount,
} from '#core/money.ts'

/** `key`: the React key of the row. Amount and invoice are the typed text. */
export type TypedEntry = {
  key: number
  kind: FactorEntryKind
  invoiceId: string
  amount: string
  reference: string
}

/** The three rows for the purchase of an invoice, at the factor's percentages. Rows of 0.00 are left out. */
export function makePurchaseRows(
  factor: Factor,
  { id, face }: FactoredInvoice,
  firstKey: number,
): TypedEntry[] {
  const { advance, fee, reserve } = computePurchase(toCents(face), factor)
  const amounts: [FactorEntryKind, Amount][] = [
    ['advance', advance],
    ['fee', fee],
    ['reserve', reserve],
  ]
  return amounts
    .filter(([, amount]) => toCents(amount) !== 0n)
    .map(([kind, amount], index) => ({
      key: firstKey + index,
      kind,
      amount,
      invoiceId: String(id),
      reference: '',
    }))
}

/** A row for each invoice whose broker paid the carrier (SPEC C333). */
export function makeForwardRows(invoices: readonly FactoredInvoice[]): TypedEntry[] {
  return listToForward(invoices).map(({ id, toForward }, key) => {
    return { key, kind: 'forwarded', amount: toForward, invoiceId: String(id), reference: '' }
  })
}

export function listToForward(invoices: readonly FactoredInvoice[]): FactoredInvoice[] {
  return invoices.filter(({ toForward }) => toCents(toForward) > 0n)
}

/** An entry that was read from a file. */
export function toTypedEntry({ kind, invoiceId, amount }: ReportEntry, key: number): TypedEntry {
  return {
    key,
    kind,
    amount,
    invoiceId: invoiceId === null ? '' : String(invoiceId),
    reference: '',
  }
}

/** The usual amount for this kind of entry: everything held, or everything open, of the invoice. */
export function proposeAmount(
  kind: FactorEntryKind,
  invoice: FactoredInvoice | undefined,
): Amount | null {
  if (!invoice) return null
  if (kind === 'debtor-paid') return invoice.openAmount
  if (kind === 'forwarded') return invoice.toForward
  if (kind.startsWith('reserve-')) return invoice.books.held
  return null
}

/** The deposit that the rows add up to. Unreadable amounts count as 0. */
export function sumEntries(rows: readonly TypedEntry[]): Amount {
  const entries = rows.map(({ kind, amount }) => ({
    kind,
    amount: readTypedAmount(amount) ?? '0.00',
  }))
  return toAmount(sumCash(entries))
}

export function toSentEntries(rows: readonly TypedEntry[]) {
  return rows.map(({ kind, invoiceId, amount, reference }) => ({
    kind,
    invoiceId: namesInvoice(kind) && invoiceId ? Number(invoiceId) : null,
    amount: readTypedAmount(amount) ?? amount,
    reference: reference.trim() || null,
  }))
}

/** `key`: the row's key, null if there is no row yet. */
export type EntryProblem = { message: string } & (
  | { key: number; field: 'invoiceId' | 'amount' }
  | { key: null; field: null }
)

/** The first problem of the rows; null if there is none. */
export function findProblem(rows: readonly TypedEntry[]): EntryProblem | null {
  if (rows.length === 0) return { message: 'Add at least one entry', key: null, field: null }
  for (const [index, { key, kind, invoiceId, amount }] of rows.entries()) {
    const where = `Entry ${index + 1}`
    if (namesInvoice(kind) && !invoiceId)
      return { message: `${where}: choose the invoice`, key, field: 'invoiceId' }
    const typed = readTypedAmount(amount)
    if (typed === null || toCents(typed) <= 0n)
      return { message: `${where}: amount must be above $0.00`, key, field: 'amount' }
    if (toCents(typed) > LARGEST_SUM) {
      const message = `${where}: amount must be at most ${formatMoney(LARGEST_SUM)}`
      return { message, key, field: 'amount' }
    }
  }
  return null
}
