/** The facts of an invoice that its packet needs (SPEC C175). */
import { sql } from 'kysely'
import type { Database, Work } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'

/** `number` is null for a draft. A load's `number` is the broker's number if there is one. `missing`: "bol,lumper-receipt". */
export type PacketInvoice = {
  id: number
  kind: 'invoice' | 'credit-note'
  state: 'draft' | 'approved' | 'void'
  number: string | null
  brokerId: number
  loads: { id: number; number: string; missing: string | null }[]
}

/** `locked`: locks the invoice until the transaction ends. Throws 404. */
export async function readPacketInvoice(
  work: Database | Work,
  userId: string,
  id: number,
  { locked = false } = {},
): Promise<PacketInvoice> {
  const lock = locked ? sql` for no key update` : sql``
  const { rows } = await sql<Omit<PacketInvoice, 'loads'>>`
    select id, kind, state, number, broker_id from invoices
    where user_id = ${userId} and id = ${id}${lock}`.execute(work)
  const [invoice] = rows
  if (!invoice) throw notFound()
  const { rows: loads } = await sql<PacketInvoice['loads'][number]>`
    select loads.id, coalesce(loads.broker_load_number, loads.load_id) as number, loads.missing_to_bill as missing
    from invoice_loads as invoiced join loads on loads.user_id = ${userId} and loads.id = invoiced.load_id
    where invoiced.user_id = ${userId} and invoiced.invoice_id = ${id}
    order by loads.delivery_date, loads.id`.execute(work)
  return { ...invoice, loads }
}
