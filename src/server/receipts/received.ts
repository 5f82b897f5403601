/** The money that brokers paid the carrier for invoices, for other features. */
import { sql } from 'kysely'
import { toCents, type Amount, type Cents } from '#core/money.ts'
import type { Database, Work } from '#server/database/open.ts'

/** Cents by invoice: the parts of receipts that were entered after the invoice's moment and still count. */
export async function sumReceivedSince(
  work: Database | Work,
  userId: string,
  moments: ReadonlyMap<number, string>,
): Promise<Map<number, Cents>> {
  if (!moments.size) return new Map()
  const { rows } = await sql<{ invoiceId: number; amount: Amount }>`
    select part.invoice_id, sum(part.amount) as amount
    from unnest(${[...moments.keys()]}::bigint[], ${[...moments.values()]}::timestamptz[]) as given (invoice_id, moment)
      join receipt_parts as part on part.user_id = ${userId} and part.invoice_id = given.invoice_id
        and part.ended is null and part.created_at > given.moment
    group by part.invoice_id`.execute(work)
  return new Map(rows.map(({ invoiceId, amount }) => [invoiceId, toCents(amount)]))
}
