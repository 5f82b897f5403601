/** Reads every record of a period with its lines, and the registers that prove them (SPEC C221, C224). */
import { MAX_RECORDS, booksMessages } from '#core/books/books.ts'
import { BALANCE_GROUPS, recordBalanceEntry } from '#core/books/balance-records.ts'
import {
  DEPOSIT_GROUPS,
  groupOfEntry,
  recordFactorDeposit,
  recordFactorEntry,
} from '#core/books/factor-records.ts'
import type { FactoringMethod } from '#core/books/factoring-methods.ts'
import type { BookFormat } from '#core/books/formats.ts'
import { PAYMENT_GROUPS, recordPayment, recordStatement } from '#core/books/owner-records.ts'
import type { GroupSum } from '#core/books/proof.ts'
import {
  groupOfKind,
  hasInvoiceLines,
  linesOwner,
  RECEIVABLE_GROUPS,
  recordReceivable,
  type ReceivableFact,
} from '#core/books/receivable-records.ts'
import type { BookRecord } from '#core/books/records.ts'
import type { Period } from '#core/calendar.ts'
import type { Database, Work } from '#server/database/open.ts'
import { badField } from '#server/errors.ts'
import {
  readBookDeposits,
  readBookFactorEntries,
  sumBookDeposits,
  sumBookFactorEntries,
} from '#server/factoring/book-entries.ts'
import { readBookLines } from '#server/invoices/book-lines.ts'
import { readBookPayments, sumBookPayments } from '#server/payments/book-payments.ts'
import { readBookReceipts } from '#server/receipts/book-receipts.ts'
import {
  readBookEntries,
  sumBookEntries,
  type StoredReceivable,
  type WantedEntries,
} from '#server/receivables/book-entries.ts'
import { readBookStatements, sumBookStatements } from '#server/settlements/book-statements.ts'
import { readBookBalances, sumBookBalances } from '#server/settlements/balances/book-balances.ts'
import { isInvoiceTaken } from './taken.ts'

const MOST = MAX_RECORDS + 1

/** Reads the records by day, also those without an amount, which print nothing (SPEC C225). Throws 400 for too many. */
export async function readRecords(
  work: Database | Work,
  userId: string,
  days: Period,
  format: BookFormat,
  method: FactoringMethod,
): Promise<BookRecord[]> {
  const records = await readReceivables(work, userId, days, format, method)
  if (format !== 'qbo-invoices') {
    records.push(...(await readFactoring(work, userId, days, method)))
    records.push(...(await readOwners(work, userId, days)))
  }
  if (records.length > MAX_RECORDS) throw badField('from', booksMessages.tooMany)
  return records.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
}

async function readReceivables(
  work: Database | Work,
  userId: string,
  days: Period,
  format: BookFormat,
  method: FactoringMethod,
): Promise<BookRecord[]> {
  const onlyInvoices = keepInvoices(userId, format)
  const entries = await readBookEntries(work, userId, { ...days, onlyInvoices, most: MOST })
  const facts = await addReceipts(work, userId, entries)
  const owners = facts.flatMap((fact) =>
    hasInvoiceLines(fact.kind) ? (linesOwner(fact) ?? []) : [],
  )
  const lines = await readBookLines(work, userId, [...new Set(owners)])
  const byInvoice = Map.groupBy(lines, ({ invoiceId }) => invoiceId)
  return facts.map((fact) =>
    recordReceivable(fact, byInvoice.get(linesOwner(fact) ?? 0) ?? [], method),
  )
}

async function addReceipts(
  work: Database | Work,
  userId: string,
  entries: readonly StoredReceivable[],
): Promise<ReceivableFact[]> {
  const ids = [...new Set(entries.flatMap(({ receiptId }) => receiptId ?? []))]
  const receipts = await readBookReceipts(work, userId, ids)
  const byId = new Map(receipts.map((receipt) => [receipt.id, receipt]))
  return entries.map(({ receiptId, ...entry }) => ({
    ...entry,
    receipt: byId.get(receiptId ?? 0) ?? null,
  }))
}

function keepInvoices(userId: string, format: BookFormat): WantedEntries['onlyInvoices'] {
  return format === 'qbo-invoices' ? (entryId) => isInvoiceTaken(userId, entryId) : null
}

async function readFactoring(
  work: Database | Work,
  userId: string,
  days: Period,
  method: FactoringMethod,
): Promise<BookRecord[]> {
  const deposits = await readBookDeposits(work, userId, { ...days, most: MOST })
  const entries = await readBookFactorEntries(work, userId, { ...days, most: MOST })
  return [
    ...deposits.map(recordFactorDeposit),
    ...entries.map((entry) => recordFactorEntry(entry, method)),
  ]
}

async function readOwners(
  work: Database | Work,
  userId: string,
  days: Period,
): Promise<BookRecord[]> {
  const statements = await readBookStatements(work, userId, { ...days, most: MOST })
  const payments = await readBookPayments(work, userId, { ...days, most: MOST })
  const balances = await readBookBalances(work, userId, { ...days, most: MOST })
  return [
    ...statements.map(recordStatement),
    ...payments.map(recordPayment),
    ...balances.map(recordBalanceEntry),
  ]
}

/** The totals of each group. The database adds them up itself, not from the records that `readRecords` returns. */
export async function sumRegisters(
  work: Database | Work,
  userId: string,
  days: Period,
  format: BookFormat,
): Promise<GroupSum[]> {
  const onlyInvoices = keepInvoices(userId, format)
  const entries = await sumBookEntries(work, userId, { ...days, onlyInvoices })
  const receivables = entries
    .map(({ kind, ...sum }) => ({ ...sum, group: groupOfKind(kind) }))
    .toSorted((a, b) => RECEIVABLE_GROUPS.indexOf(a.group) - RECEIVABLE_GROUPS.indexOf(b.group))
  if (onlyInvoices) return receivables
  const deposits = await sumBookDeposits(work, userId, days)
  const reported = await sumBookFactorEntries(work, userId, days)
  const statements = await sumBookStatements(work, userId, days)
  const payments = await sumBookPayments(work, userId, days)
  const balances = await sumBookBalances(work, userId, days)
  return [
    ...receivables,
    ...deposits.map(({ isVoid, ...sum }) => ({
      ...sum,
      group: isVoid ? DEPOSIT_GROUPS.void : DEPOSIT_GROUPS.made,
    })),
    ...reported.map(({ kind, isVoid, ...sum }) => ({ ...sum, group: groupOfEntry(kind, isVoid) })),
    ...statements.map(({ isVoid, ...sum }) => ({
      ...sum,
      group: isVoid ? 'Void settlements' : 'Settlements',
    })),
    ...payments.map(({ event, ...sum }) => ({ ...sum, group: PAYMENT_GROUPS[event] })),
    ...balances.map(({ kind, ...sum }) => ({ ...sum, group: BALANCE_GROUPS[kind] })),
  ]
}
