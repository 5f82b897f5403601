/** The latest day on which something happened to a factored invoice (SPEC C241). */
import { sql } from 'kysely'
import { formatDay, type Day } from '#core/calendar.ts'
import type { Work } from '#server/database/open.ts'
import { badField } from '#server/errors.ts'
import type { LockedInvoice } from '#server/invoices/lock-invoices.ts'

/**
 * Throws 400 at `field` if an entry or a void of one of the invoices is after `day`. A report that was voided on its own day does
 * not count. The caller has locked the invoices.
 */
export async function rejectEarlierDay(
  work: Work,
  userId: string,
  invoices: ReadonlyMap<number, LockedInvoice>,
  { day, field }: { day: Day; field: string },
): Promise<void> {
  if (!invoices.size) return
  const { rows } = await sql<{ invoiceId: number; day: Day }>`
    select entry.invoice_id, max(greatest(entry.day, deposit.voided_on)) as day from factor_entries as entry
      join factor_deposits as deposit on deposit.user_id = ${userId} and deposit.id = entry.deposit_id
    where entry.user_id = ${userId} and entry.invoice_id = any(${[...invoices.keys()]}::bigint[])
      and deposit.voided_on is distinct from deposit.day
    group by entry.invoice_id order by day desc, entry.invoice_id limit 1`.execute(work)
  const [last] = rows
  if (!last || day >= last.day) return
  const name = `Invoice ${invoices.get(last.invoiceId)?.number ?? ''}`
  throw badField(
    field,
    `${name} has an entry on ${formatDay(last.day)}. Use that day or a later one.`,
  )
}
