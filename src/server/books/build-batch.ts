/** Builds the contents of a file for a period: its records, their names and accounts, and the proof (SPEC C220–C225). */
import { sql } from 'kysely'
import { findAccountKind, listFactoringKinds } from '#core/books/account-kinds.ts'
import {
  booksMessages,
  type AccountMapping,
  type BooksDays,
  type BooksPreview,
} from '#core/books/books.ts'
import type { FactoringMethod } from '#core/books/factoring-methods.ts'
import { BOOK_FORMATS, printedRecords, type Printing } from '#core/books/formats.ts'
import { describeTaken, splitInvoices } from '#core/books/invoice-csv.ts'
import { printNames, type BookName } from '#core/books/names.ts'
import { proveGroups, sumGroups, type GroupSum } from '#core/books/proof.ts'
import {
  INVOICE_FILE_GROUPS,
  isFromFactor,
  listGroupsWithoutLines,
} from '#core/books/receivable-records.ts'
import { addDebits, isBalanced, type BookRecord } from '#core/books/records.ts'
import { toTransactions } from '#core/books/transactions.ts'
import { addDays, formatDay, type Period } from '#core/calendar.ts'
import { formatMoney, toAmount, toCents } from '#core/money.ts'
import type { Database, Work } from '#server/database/open.ts'
import { badField } from '#server/errors.ts'
import { readFactorNames } from '#server/factoring/book-entries.ts'
import { accountDay } from '#server/today.ts'
import { readAccountMap } from './accounts.ts'
import { readRecords, sumRegisters } from './read-records.ts'
import { countTaken, readTaken, sumTaken } from './taken.ts'

/** `records`: all records of the file, also those that print nothing. `factoring`: null if no record is about a factor. */
export type Batch = {
  records: BookRecord[]
  printing: Printing
  preview: BooksPreview
  factoring: FactoringMethod | null
}

/** Throws 400 if the days are invalid. Every other problem is in `preview.problem`. */
export async function buildBatch(
  work: Database | Work,
  userId: string,
  { from, to, format }: BooksDays,
): Promise<Batch> {
  if (to < from) throw badField('to', booksMessages.order)
  if (to > addDays(accountDay(), 1)) throw badField('to', booksMessages.future)
  const days = { from, to }
  const map = await readAccountMap(work, userId)
  // Until the method is chosen, the preview shows a loan, and no file can be made.
  const method = map.factoring ?? 'loan'
  // In parallel, because the count reads every year.
  const [all, before] = await Promise.all([
    readRecords(work, userId, days, format, method),
    countBefore(work, userId, { from, format, method }),
  ])
  const taken = await readTaken(work, userId, days)
  const records = all.filter(({ source, id }) => !taken.has(`${source} ${id}`))
  const printed = printedRecords(format, records)
  const hasFactoring = records.some(isFromFactor)
  const printing = await openPrinting(work, userId, format, records, map.accounts)
  const register = await sumRegisters(work, userId, days, format)
  const earlier = await sumTaken(work, userId, days, format)
  const transactions = toTransactions(printed).filter(({ lines }) => lines.length > 0)
  const parts = format === 'qbo-invoices' ? splitInvoices(printed).length : 1
  const kinds = hasFactoring ? listFactoringKinds(method) : []
  const preview: BooksPreview = {
    records: printed.length,
    transactions: transactions.length,
    parts,
    leftOut: await listLeftOut(work, userId, { from, to, format }),
    hints: await listHints(work, userId, { from, to, format }, printed, parts),
    lines: transactions.flatMap(({ lines }) => lines).length,
    debits: addDebits(transactions),
    groups: proveGroups(register, earlier, sumGroups(records)),
    unmapped: listUnmapped(printed, format, map.accounts, kinds),
    notes: listNotes(format, records, printing),
    cut: printing.cut,
    before,
    problem: null,
  }
  const needsMethod = hasFactoring && map.factoring === null
  const problem = findProblem(records, preview, needsMethod)
  return {
    records,
    printing,
    preview: { ...preview, problem },
    factoring: hasFactoring ? method : null,
  }
}

/** Notes about the records that the invoice CSV can't contain. */
function listNotes(
  format: BooksDays['format'],
  records: readonly BookRecord[],
  { nameOf }: Printing,
): string[] {
  if (format !== 'qbo-invoices') return []
  const others = records.filter(({ type }) => type !== 'INVOICE')
  return others.map(({ day, text, name, figure }) => {
    const amount = formatMoney(toCents(figure))
    return `${formatDay(day)}: ${text}, ${nameOf(name)}, ${amount}`
  })
}

function findProblem(
  records: readonly BookRecord[],
  { records: printed, unmapped, groups, notes }: BooksPreview,
  needsMethod: boolean,
): string | null {
  const unequal = groups.find(({ isEqual }) => !isEqual)
  if (unequal) return booksMessages.unequal(unequal.group)
  const unbalanced = records.find((record) => !isBalanced(record))
  if (unbalanced) return booksMessages.unbalanced(unbalanced.text)
  if (needsMethod) return booksMessages.noMethod
  if (unmapped.length) return booksMessages.unmapped(unmapped)
  if (printed + notes.length) return null
  return groups.length ? booksMessages.nothing : booksMessages.noRecords
}

/** Reads the names of the whole account in one order, so that a name that was printed once stays the same. */
async function openPrinting(
  work: Database | Work,
  userId: string,
  format: BooksDays['format'],
  records: readonly BookRecord[],
  accounts: readonly AccountMapping[],
): Promise<Printing> {
  const { rows } = await sql<BookName>`
    select 'broker ' || id as key, company_name as name, 1 as place, id from brokers where user_id = ${userId}
    union all select 'owner ' || id, name, 2, id from owners where user_id = ${userId}
    union all select 'driver ' || id, name, 3, id from drivers where user_id = ${userId}
    union all select 'truck ' || id, 'Truck ' || truck_id, 4, id from trucks where user_id = ${userId}
    order by place, id`.execute(work)
  const { longestName } = BOOK_FORMATS.find(({ value }) => value === format) ?? BOOK_FORMATS[0]
  const names = printNames([...rows, ...(await readFactorNames(work, userId))], longestName)
  const keys = records.flatMap(({ name, lines }) => [
    name,
    ...lines.map((line) => line.name ?? name),
  ])
  const used = new Set(keys.map((key) => names.nameOf(key)))
  const byKind = new Map(accounts.map((mapping) => [mapping.kind, mapping]))
  return {
    nameOf: names.nameOf,
    cut: names.cut.filter(({ printed }) => used.has(printed)),
    accountOf: (kind) => byKind.get(kind)?.account ?? '',
    itemOf: (kind) => byKind.get(kind)?.item ?? '',
  }
}

/** Labels of the kinds that the records use but the account map does not name. `needed`: other kinds that must be mapped. */
function listUnmapped(
  records: readonly BookRecord[],
  format: BooksDays['format'],
  accounts: readonly AccountMapping[],
  needed: readonly string[],
): string[] {
  const byItem = format === 'qbo-invoices'
  const lines = records.flatMap((record) => record.lines)
  const kinds = new Set([...lines.map(({ account }) => account), ...needed])
  if (byItem) kinds.delete('receivable')
  const named = new Set(
    accounts.filter(({ account, item }) => (byItem ? item : account)).map(({ kind }) => kind),
  )
  return [...kinds]
    .filter((kind) => !named.has(kind))
    .map((kind) => {
      const known = findAccountKind(kind)
      return known ? `${known.label} (${known.group})` : kind
    })
}

/** Counts the records before the first day that are in no file. Records of groups without lines need no file. */
async function countBefore(
  work: Database | Work,
  userId: string,
  { from, format, method }: Pick<BooksDays, 'from' | 'format'> & { method: FactoringMethod },
): Promise<number> {
  const days = { from: '1900-01-01', to: addDays(from, -1) }
  const without = listGroupsWithoutLines(method)
  const [register, taken] = await Promise.all([
    sumRegisters(work, userId, days, format),
    countTaken(work, userId, days, { format, without }),
  ])
  const all = register.reduce(
    (sum, { group, count }) => (without.includes(group) ? sum : sum + count),
    0,
  )
  return all - taken
}

/** What else the preview and the cover page say: lowered lines, parts, and invoices beside an invoice CSV (SPEC C371, C372). */
async function listHints(
  work: Database | Work,
  userId: string,
  days: BooksDays,
  printed: readonly BookRecord[],
  parts: number,
): Promise<string[]> {
  if (days.format === 'qbo-invoices')
    return [...(parts > 1 ? [booksMessages.parts(parts)] : []), ...describeTaken(printed)]
  const count = printed.filter(({ group }) => INVOICE_FILE_GROUPS.includes(group)).length
  if (!count || !(await hasInvoiceFile(work, userId, days))) return []
  return [booksMessages.beside(count)]
}

/** Whether an invoice CSV has some of the days. */
async function hasInvoiceFile(
  work: Database | Work,
  userId: string,
  { from, to }: Period,
): Promise<boolean> {
  const { rows } = await sql`
    select from export_batches
    where user_id = ${userId} and first_day <= ${to} and last_day >= ${from} and format = 'qbo-invoices'
    limit 1`.execute(work)
  return rows.length > 0
}

/** The groups that the invoice CSV can't have, as far as they are in no file. Empty for the other formats. */
async function listLeftOut(
  work: Database | Work,
  userId: string,
  { from, to, format }: BooksDays,
): Promise<GroupSum[]> {
  if (format !== 'qbo-invoices') return []
  const days = { from, to }
  const register = await sumRegisters(work, userId, days, 'qbo-journal')
  const earlier = await sumTaken(work, userId, days, 'qbo-journal')
  const groups = proveGroups(register, earlier, []).filter(
    ({ group }) => !INVOICE_FILE_GROUPS.includes(group),
  )
  return groups
    .map(({ group, register: all, earlier: taken }) => ({
      group,
      count: all.count - taken.count,
      amount: toAmount(toCents(all.amount) - toCents(taken.amount)),
    }))
    .filter(({ count }) => count > 0)
}
