/** The ledger for the books: its entries, and their sums from the same rows (SPEC C221, C224). */
import { sql } from 'kysely'
import type { ReceivableFact } from '#core/books/receivable-records.ts'
import type { Period } from '#core/calendar.ts'
import type { Amount } from '#core/money.ts'
import type { ReceivableKind } from '#core/receivables/entries.ts'
import { invoicesOf } from '#server/invoices/sql.ts'
import type { Database, Work } from '#server/database/open.ts'

/** `standingOnly`: only invoices that are approved now, for a file that knows nothing else. */
export type WantedEntries = Period & { standingOnly: boolean; most: number }

/** By day and id, at most `most`. A difference that was reversed has the kind that it had. */
export async function readBookEntries(
  work: Database | Work,
  userId: string,
  { from, to, standingOnly, most }: WantedEntries,
): Promise<ReceivableFact[]> {
  const { rows } = await sql<ReceivableFact>`
    select entry.id, entry.day, entry.kind, entry.amount, entry.broker_id, entry.invoice_id, entry.credit_note_id,
      coalesce(note.number, invoice.number) as number, invoice.due_on,
      case when entry.kind = 'reversal' then difference.kind end as difference_kind
    from receivable_entries as entry
      left join ${invoicesOf(userId)} as invoice on invoice.id = entry.invoice_id
      left join ${invoicesOf(userId)} as note on note.id = entry.credit_note_id
      left join lateral (select first.kind from receivable_entries as first
        where first.user_id = ${userId} and first.difference_id = entry.difference_id
          and first.kind in ('quick-pay', 'write-off', 'bank-fee') limit 1) as difference on true
    where entry.user_id = ${userId} and entry.day between ${from} and ${to} ${onlyStanding(standingOnly)}
    order by entry.day, entry.id limit ${most}`.execute(work)
  return rows
}

export type KindSum = { kind: ReceivableKind; count: number; amount: Amount }

export async function sumBookEntries(
  work: Database | Work,
  userId: string,
  { from, to, standingOnly }: Omit<WantedEntries, 'most'>,
): Promise<KindSum[]> {
  const { rows } = await sql<KindSum>`
    select entry.kind, count(*)::int as count, sum(entry.amount) as amount
    from receivable_entries as entry
      left join ${invoicesOf(userId)} as invoice on invoice.id = entry.invoice_id
    where entry.user_id = ${userId} and entry.day between ${from} and ${to} ${onlyStanding(standingOnly)}
    group by entry.kind`.execute(work)
  return rows
}

function onlyStanding(standingOnly: boolean) {
  return standingOnly ? sql`and entry.kind = 'invoice' and invoice.state = 'approved'` : sql``
}
