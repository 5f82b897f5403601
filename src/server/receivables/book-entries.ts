/** Reads the ledger for the books: its entries, and their sums from the same rows (SPEC C221, C224). */
import { sql } from 'kysely'
import type { ReceivableFact } from '#core/books/receivable-records.ts'
import type { Day, Period } from '#core/calendar.ts'
import type { Amount } from '#core/money.ts'
import type { ReceivableKind } from '#core/receivables/entries.ts'
import { invoicesOf } from '#server/invoices/sql.ts'
import type { Database, Work } from '#server/database/open.ts'
import type { Sql } from '#server/lists/types.ts'

/**
 * `onlyInvoices`: keeps only invoices that are approved now, and their voids and credit notes. The function returns the condition
 * that a file already has the entry with this id, because such an entry is kept too. Null keeps every entry.
 */
export type WantedEntries = Period & {
  onlyInvoices: ((entryId: Sql) => Sql) | null
  most: number
}

/** An entry without the receipt itself. */
export type StoredReceivable = Omit<ReceivableFact, 'receipt'> & { receiptId: number | null }

/** At most `most` entries, by day and id. A reversed difference keeps its kind. */
export async function readBookEntries(
  work: Database | Work,
  userId: string,
  { from, to, onlyInvoices, most }: WantedEntries,
): Promise<StoredReceivable[]> {
  const { rows } = await sql<StoredReceivable>`
    select entry.id, entry.day, entry.kind, entry.amount, entry.broker_id, entry.invoice_id, entry.credit_note_id,
      entry.receipt_id, coalesce(note.number, invoice.number) as number, invoice.due_on, invoice.terms_days,
      case when entry.kind = 'reversal' then difference.kind end as difference_kind
    from receivable_entries as entry
      -- "offset 0" makes PostgreSQL look up each id. Otherwise it would read every invoice of the account.
      left join lateral (select number, due_on, terms_days, state from ${invoicesOf(userId)} as every
        where every.id = entry.invoice_id offset 0) as invoice on true
      left join ${invoicesOf(userId)} as note on note.id = entry.credit_note_id
      left join lateral (select first.kind from receivable_entries as first
        where first.user_id = ${userId} and first.difference_id = entry.difference_id
          and first.kind in ('quick-pay', 'write-off', 'bank-fee') limit 1) as difference on true
    where entry.user_id = ${userId} and entry.day between ${from} and ${to} ${keepInvoices(userId, onlyInvoices)}
    order by entry.day, entry.id limit ${most}`.execute(work)
  return rows
}

export type KindSum = { kind: ReceivableKind; count: number; amount: Amount }

/**
 * Adds up every entry of the days and subtracts the entries that the file leaves out. This is fast, because few invoices are void
 * and reading every invoice would take long.
 */
export async function sumBookEntries(
  work: Database | Work,
  userId: string,
  { from, to, onlyInvoices }: Omit<WantedEntries, 'most'>,
): Promise<KindSum[]> {
  const inDays = sql`user_id = ${userId} and day between ${from} and ${to} ${onlyInvoices ? isOfInvoice(sql`kind`) : sql``}`
  const leftOut = onlyInvoices
    ? sql`union all select entry.kind, -1, -entry.amount
      from (select id from invoices where user_id = ${userId} and state = 'void') as voided
        cross join lateral (select id, invoice_id, kind, amount from receivable_entries
          where ${inDays} and invoice_id = voided.id offset 0) as entry
      where not ${hasTakenEntry(userId, onlyInvoices)}`
    : sql``
  const { rows } = await sql<KindSum>`
    select kind, sum(count)::int as count, sum(amount) as amount from (
      select kind, count(*) as count, sum(amount) as amount from receivable_entries where ${inDays} group by kind
      ${leftOut}) as parts
    group by kind having sum(count) > 0`.execute(work)
  return rows
}

/** What brokers owe at the end of the day, less their unapplied money. */
export async function sumOwedOn(work: Database | Work, userId: string, day: Day): Promise<Amount> {
  const { rows } = await sql<{ owed: Amount }>`
    select coalesce(sum(amount), 0)::numeric(14, 2) as owed from receivable_entries
    where user_id = ${userId} and day <= ${day}`.execute(work)
  return rows[0]?.owed ?? '0.00'
}

/** `kind`: the column of an entry. */
function isOfInvoice(kind: Sql): Sql {
  return sql`and ${kind} in ('invoice', 'void', 'credit', 'credit-void')`
}

function keepInvoices(userId: string, isTaken: WantedEntries['onlyInvoices']): Sql {
  if (isTaken === null) return sql``
  return sql`${isOfInvoice(sql`entry.kind`)} and (invoice.state = 'approved' or ${hasTakenEntry(userId, isTaken)})`
}

/**
 * Whether a file already has `entry`, or the invoice that it voids or credits. So the proof of a file still holds after an invoice
 * is voided later: the invoice is in the register of the invoice date, and the void is in the register of the day of the void.
 */
function hasTakenEntry(userId: string, isTaken: NonNullable<WantedEntries['onlyInvoices']>): Sql {
  return sql`(${isTaken(sql`entry.id`)} or exists (select from receivable_entries as first
    where first.user_id = ${userId} and first.invoice_id = entry.invoice_id and first.kind = 'invoice'
      and ${isTaken(sql`first.id`)}))`
}
