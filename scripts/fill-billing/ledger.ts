/** Inserts the ledger entries of the filled records in the order of their days, and the sums that triggers would store. */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { Work } from '#server/database/open.ts'

const LOADS_AT_ONCE = 5_000

export async function insertLedger(work: Work, userId: string, today: Day): Promise<void> {
  await insertEntries(work, userId)
  await sql`analyze receivable_entries, receipt_parts, receipt_differences, disputes`.execute(work)
  await sql`update invoices set open_amount = sums.open, last_entry_on = sums.last from (
      select invoice_id, sum(amount) as open, max(day) as last from receivable_entries
      where user_id = ${userId} and invoice_id is not null group by invoice_id) as sums
    where invoices.user_id = ${userId} and invoices.id = sums.invoice_id`.execute(work)
  await updatePaymentStatusOfLoads(work, userId, today)
}

/**
 * Does the work of `follow_loads`, which needs triggers. Updates loads in parts, because the driver gives up after 30
 * seconds.
 */
async function updatePaymentStatusOfLoads(work: Work, userId: string, today: Day): Promise<void> {
  const { rows } = await sql<{ ids: number[] }>`select array_agg(load_id) as ids from (
      select load_id, (row_number() over (order by load_id) - 1) / ${LOADS_AT_ONCE}::int as part from invoice_loads
      where user_id = ${userId} and standing) as numbered
    group by part order by part`.execute(work)
  for (const { ids } of rows)
    await sql`update loads set payment_status = coalesce(derive_payment_status(user_id, id, ${today}::date), 'unpaid')
      where user_id = ${userId} and id = any(${ids}::bigint[])`.execute(work)
}

async function insertEntries(work: Work, userId: string): Promise<void> {
  const own = (table: string) =>
    sql`${sql.table(table)} where ${sql.ref(`${table}.user_id`)} = ${userId}`
  const none = sql`null::bigint`
  await sql`insert into receivable_entries (user_id, broker_id, invoice_id, day, kind, amount, receipt_id, difference_id,
      credit_note_id, factor_entry_id)
    select ${userId}, broker_id, invoice_id, day, kind, amount, receipt_id, difference_id, credit_note_id, factor_entry_id
    from (
      select 1 as place, broker_id, id as invoice_id, invoice_date as day, 'invoice' as kind, total as amount,
          ${none} as receipt_id, ${none} as difference_id, ${none} as credit_note_id, ${none} as factor_entry_id
        from ${own('invoices')} and kind = 'invoice' and state <> 'draft'
      union all select 2, broker_id, id, voided_on, 'void', -total, null, null, null, null
        from ${own('invoices')} and state = 'void'
      union all select 3, broker_id, credits_id, invoice_date, 'credit', total, null, null, id, null
        from ${own('invoices')} and kind = 'credit-note'
      union all select 4, broker_id, null, received_on, 'payment',
          -(amount - (select coalesce(sum(amount), 0) from receipt_parts as part where part.user_id = ${userId}
            and part.receipt_id = receipts.id and not was_unapplied)), id, null, null, null
        from ${own('receipts')}
      union all select 5, broker_id, null, applied_on, 'applied', part.amount, receipt_id, null, null, null
        from receipt_parts as part join receipts on receipts.user_id = ${userId} and receipts.id = receipt_id
        where part.user_id = ${userId} and was_unapplied
      union all select 6, broker_id, invoice_id, applied_on, 'payment', -part.amount, receipt_id, null, null, null
        from receipt_parts as part join receipts on receipts.user_id = ${userId} and receipts.id = receipt_id
        where part.user_id = ${userId}
      union all select 7, broker_id, invoice_id, day, difference.kind, -difference.amount, receipt_id, difference.id, null, null
        from receipt_differences as difference
          join invoices on invoices.user_id = ${userId} and invoices.id = invoice_id
        where difference.user_id = ${userId} and difference.kind in ('quick-pay', 'bank-fee', 'write-off')
      union all select 8, broker_id, null, day, 'refund', refund.amount, receipt_id, null, null, null
        from receipt_refunds as refund join receipts on receipts.user_id = ${userId} and receipts.id = receipt_id
        where refund.user_id = ${userId}
      union all select 9, broker_id, invoice_id, ended_on, 'reversal', part.amount, receipt_id, null, null, null
        from receipt_parts as part join receipts on receipts.user_id = ${userId} and receipts.id = receipt_id
        where part.user_id = ${userId} and ended is not null
      union all select 10, broker_id, invoice_id, day, 'factor-paid', -entry.amount, null, null, null, entry.id
        from factor_entries as entry join invoices on invoices.user_id = ${userId} and invoices.id = invoice_id
        where entry.user_id = ${userId} and entry.kind = 'debtor-paid') as facts
    where amount <> 0 order by day, place, invoice_id, receipt_id`.execute(work)
}
