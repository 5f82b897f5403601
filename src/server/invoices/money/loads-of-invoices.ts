/** The loads of invoices, for other features. */
import { sql } from 'kysely'
import type { Database, Work } from '#server/database/open.ts'
import { invoiceLoadsOf } from '#server/invoices/sql.ts'

export type InvoicedLoad = { id: number; loadId: string; brokerLoadNumber: string | null }

/** Loads by invoice. A load in the trash is left out. */
export async function readLoadsOfInvoices(
  database: Database | Work,
  userId: string,
  invoiceIds: readonly number[],
): Promise<Map<number, InvoicedLoad[]>> {
  if (!invoiceIds.length) return new Map()
  const { rows } = await sql<InvoicedLoad & { invoiceId: number }>`
    select billed.invoice_id, load.id, load.load_id, load.broker_load_number
    from ${invoiceLoadsOf(userId)} as billed
      join loads as load on load.user_id = ${userId} and load.id = billed.load_id
    where billed.invoice_id = any(${[...invoiceIds]}::bigint[])
    order by billed.invoice_id, load.id`.execute(database)
  const loads = new Map<number, InvoicedLoad[]>()
  for (const { invoiceId, ...load } of rows)
    loads.set(invoiceId, [...(loads.get(invoiceId) ?? []), load])
  return loads
}
