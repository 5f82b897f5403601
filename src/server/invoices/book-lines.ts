/** The printed lines of invoices and credit notes for the books (SPEC C221). */
import { sql } from 'kysely'
import type { InvoiceLineFact } from '#core/books/receivable-records.ts'
import { nameCharge } from '#core/charges/kinds.ts'
import type { Database, Work } from '#server/database/open.ts'

type Row = Omit<InvoiceLineFact, 'text'> & { description: string | null; loadNumber: string | null }

/** The lines in their order, with the truck of the load. */
export async function readBookLines(
  work: Database | Work,
  userId: string,
  invoiceIds: readonly number[],
): Promise<InvoiceLineFact[]> {
  const { rows } = await sql<Row>`
    select line.invoice_id, line.kind, line.description, line.amount, line.quantity, line.rate, truck.truck_id as truck,
      coalesce(load.broker_load_number, load.load_id) as load_number
    from invoice_lines as line
      left join loads as load on load.user_id = ${userId} and load.id = line.load_id
      left join trucks as truck on truck.user_id = ${userId} and truck.id = load.truck_id
    where line.user_id = ${userId} and line.invoice_id = any(${invoiceIds}::bigint[])
    order by line.invoice_id, line.number, line.id`.execute(work)
  return rows.map(({ description, loadNumber, ...line }) => ({
    ...line,
    // A typed line, such as a discount, has no kind that the accountant knows.
    text: [line.kind === 'extra' ? null : nameCharge(line.kind), loadNumber, description]
      .filter(Boolean)
      .join(' - '),
  }))
}
