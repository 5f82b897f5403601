/** What a file of some days would have: its records, their names and accounts, and the proof (SPEC C220–C225). */
import { sql } from 'kysely'
import { findAccountKind } from '#core/books/account-kinds.ts'
import {
  booksMessages,
  type AccountMapping,
  type BooksDays,
  type BooksPreview,
} from '#core/books/books.ts'
import { BOOK_FORMATS, type Printing } from '#core/books/formats.ts'
import { printNames, type BookName } from '#core/books/names.ts'
import { proveGroups, sumGroups, type GroupSum } from '#core/books/proof.ts'
import { addDebits, isBalanced, type BookRecord } from '#core/books/records.ts'
import { addDays } from '#core/calendar.ts'
import type { Database, Work } from '#server/database/open.ts'
import { badField } from '#server/errors.ts'
import { serverDay } from '#server/today.ts'
import { readAccountMap } from './accounts.ts'
import { readRecords, sumRegisters } from './read-records.ts'

export type Batch = { records: BookRecord[]; printing: Printing; preview: BooksPreview }

/** Throws 400 for the days. Everything else that is in the way is in `preview.problem`. */
export async function buildBatch(
  work: Database | Work,
  userId: string,
  { from, to, format }: BooksDays,
): Promise<Batch> {
  if (to < from) throw badField('to', booksMessages.order)
  if (to > addDays(serverDay(), 1)) throw badField('to', booksMessages.future)
  const days = { from, to }
  const all = await readRecords(work, userId, days, format)
  const taken = await readTaken(work, userId, days)
  const open = all.filter(({ source, id }) => !taken.has(`${source} ${id}`))
  const kept = open.filter(({ lines }) => lines.length > 0)
  const { accounts } = await readAccountMap(work, userId)
  const printing = await openPrinting(work, userId, format, kept, accounts)
  const register = await sumRegisters(work, userId, days, format)
  const earlier = await sumTaken(work, userId, days, format)
  const groups = proveGroups(register, earlier, sumGroups(open))
  const unmapped = listUnmapped(kept, format, accounts)
  const preview: BooksPreview = {
    ...{ records: kept.length, lines: kept.flatMap(({ lines }) => lines).length },
    ...{ debits: addDebits(kept), groups, unmapped, cut: printing.cut },
    before: await countBefore(work, userId, { from, format }),
    problem: null,
  }
  const other = await findOtherFile(work, userId, { from, to, format })
  return {
    records: kept,
    printing,
    preview: { ...preview, problem: findProblem(kept, preview, other) },
  }
}

function findProblem(
  records: readonly BookRecord[],
  { unmapped, groups }: BooksPreview,
  other: string | undefined,
): string | null {
  if (other) return booksMessages.both(other)
  const unequal = groups.find(({ isEqual }) => !isEqual)
  if (unequal) return booksMessages.unequal(unequal.group)
  const unbalanced = records.find((record) => !isBalanced(record))
  if (unbalanced) return booksMessages.unbalanced(unbalanced.text)
  if (unmapped.length) return booksMessages.unmapped(unmapped)
  return records.length ? null : booksMessages.nothing
}

/** Of the whole account, in one order: a name that is printed once stays. */
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
  const names = printNames(rows, longestName)
  const used = new Set(records.map(({ name }) => names.nameOf(name)))
  const byKind = new Map(accounts.map((mapping) => [mapping.kind, mapping]))
  return {
    nameOf: names.nameOf,
    cut: names.cut.filter(({ printed }) => used.has(printed)),
    accountOf: (kind) => byKind.get(kind)?.account ?? '',
    itemOf: (kind) => byKind.get(kind)?.item ?? '',
  }
}

/** Labels of the kinds that the records use and the accountant's map does not name. */
function listUnmapped(
  records: readonly BookRecord[],
  format: BooksDays['format'],
  accounts: readonly AccountMapping[],
): string[] {
  const byItem = format === 'qbo-invoices'
  const lines = records.flatMap((record) => record.lines)
  const kinds = new Set(lines.map(({ account }) => account))
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

type Days = Pick<BooksDays, 'from' | 'to'>

async function readTaken(work: Database | Work, userId: string, { from, to }: Days) {
  const { rows } = await sql<{ key: string }>`
    select source || ' ' || record_id as key from export_entries
    where user_id = ${userId} and day between ${from} and ${to}`.execute(work)
  return new Set(rows.map(({ key }) => key))
}

/** Of the groups that the format has. */
async function sumTaken(
  work: Database | Work,
  userId: string,
  { from, to }: Days,
  format: BooksDays['format'],
): Promise<GroupSum[]> {
  const only = format === 'qbo-invoices' ? sql`and group_name = 'Invoices'` : sql``
  const { rows } = await sql<GroupSum>`
    select group_name as "group", count(*)::int as count, sum(figure) as amount from export_entries
    where user_id = ${userId} and day between ${from} and ${to} ${only} group by group_name`.execute(
    work,
  )
  return rows
}

/** Records before the first day that are in no file. */
async function countBefore(
  work: Database | Work,
  userId: string,
  { from, format }: Pick<BooksDays, 'from' | 'format'>,
): Promise<number> {
  const days = { from: '1900-01-01', to: addDays(from, -1) }
  const count = (sums: readonly GroupSum[]) => sums.reduce((all, sum) => all + sum.count, 0)
  const register = await sumRegisters(work, userId, days, format)
  return count(register) - count(await sumTaken(work, userId, days, format))
}

/** The format of a file of the other sort for some of the days. */
async function findOtherFile(
  work: Database | Work,
  userId: string,
  { from, to, format }: BooksDays,
): Promise<string | undefined> {
  const { rows } = await sql<{ format: BooksDays['format'] }>`
    select format from export_batches
    where user_id = ${userId} and first_day <= ${to} and last_day >= ${from}
      and (format = 'qbo-invoices') <> ${format === 'qbo-invoices'}
    limit 1`.execute(work)
  return BOOK_FORMATS.find(({ value }) => value === rows[0]?.format)?.label
}
