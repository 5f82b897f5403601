/** What can still be taken from an invoice or a receipt on a day, so that no later day falls below 0 (SPEC C166, C193). */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import { toCents, type Amount, type Cents } from '#core/money.ts'
import type { Work } from '#server/database/open.ts'

/** The least open amount by invoice, on the day and on all later days. Lock the invoices first. */
export async function readLeastOpen(
  work: Work,
  userId: string,
  invoiceIds: readonly number[],
  day: Day,
): Promise<Map<number, Cents>> {
  const { rows } = await sql<{ invoiceId: number; least: Amount }>`
    select invoice_id, min(open) as least from (
      select invoice_id, sum(sum(amount)) over (partition by invoice_id order by counted) as open from (
        select invoice_id, amount, greatest(day, ${day}::date) as counted from receivable_entries
        where user_id = ${userId} and invoice_id = any(${[...invoiceIds]}::bigint[])) as entries
      group by invoice_id, counted) as days
    group by invoice_id`.execute(work)
  return new Map(rows.map(({ invoiceId, least }) => [invoiceId, toCents(least)]))
}

/** The least unapplied money of a receipt on the day and on all days after it. Lock the receipt first. */
export async function readLeastUnapplied(
  work: Work,
  userId: string,
  receiptId: number,
  day: Day,
): Promise<Cents> {
  const { rows } = await sql<{ least: Amount | null }>`
    select min(held) as least from (
      select -sum(sum(amount)) over (order by counted) as held from (
        select amount, greatest(day, ${day}::date) as counted from receivable_entries
        where user_id = ${userId} and receipt_id = ${receiptId} and invoice_id is null
        union all select 0, ${day}::date) as entries
      group by counted) as days`.execute(work)
  return toCents(rows[0]?.least ?? '0.00')
}
