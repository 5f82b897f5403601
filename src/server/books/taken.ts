/** The records that are already in a file (SPEC C225). They are called "taken". */
import { sql } from 'kysely'
import { INVOICE_FILE_GROUPS } from '#core/books/receivable-records.ts'
import type { BooksDays } from '#core/books/books.ts'
import type { GroupSum } from '#core/books/proof.ts'
import type { Period } from '#core/calendar.ts'
import type { Database, Work } from '#server/database/open.ts'
import type { Sql } from '#server/lists/types.ts'

/** Reads the keys of the taken records of the period, such as "receivable 12". */
export async function readTaken(
  work: Database | Work,
  userId: string,
  { from, to }: Period,
): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select source || ' ' || record_id as key from export_entries
    where user_id = ${userId} and day between ${from} and ${to}`.execute(work)
  return new Set(rows.map(({ key }) => key))
}

/** The counts and amounts of earlier files, for the groups that the format has. */
export async function sumTaken(
  work: Database | Work,
  userId: string,
  { from, to }: Period,
  format: BooksDays['format'],
): Promise<GroupSum[]> {
  const { rows } = await sql<GroupSum>`
    select group_name as "group", count(*)::int as count, sum(figure) as amount from export_entries
    where user_id = ${userId} and day between ${from} and ${to} ${keepGroups(format)} group by group_name`.execute(
    work,
  )
  return rows
}

/**
 * `without`: groups that are not counted. Counting reads only an index, also for years of records. Sums would read the
 * table.
 */
export async function countTaken(
  work: Database | Work,
  userId: string,
  { from, to }: Period,
  { format, without }: { format: BooksDays['format']; without: readonly string[] },
): Promise<number> {
  const except = without.length ? sql`and group_name <> all(${[...without]})` : sql``
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from export_entries
    where user_id = ${userId} and day between ${from} and ${to} ${keepGroups(format)} ${except}`.execute(
    work,
  )
  return rows[0]?.count ?? 0
}

/** Keeps only the groups that the format has. */
function keepGroups(format: BooksDays['format']): Sql {
  return format === 'qbo-invoices' ? sql`and group_name = any(${[...INVOICE_FILE_GROUPS]})` : sql``
}

/**
 * Whether a file already contains the invoice, void or credit note. `entryId`: the id of its entry in the receivables
 * ledger.
 */
export function isInvoiceTaken(userId: string, entryId: Sql): Sql {
  return sql`exists (select from export_entries as taken where taken.user_id = ${userId} and taken.source = 'receivable'
    and taken.record_id = ${entryId} and taken.group_name = any(${[...INVOICE_FILE_GROUPS]}))`
}
