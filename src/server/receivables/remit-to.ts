/** Who a broker is to pay each invoice to, as the approved invoice prints it. */
import { sql } from 'kysely'
import type { Database, Work } from '#server/database/open.ts'
import { readCompany } from '#server/settings/company.ts'

/** The name by invoice. */
export async function readRemitTo(
  work: Database | Work,
  userId: string,
  invoices: readonly { id: number }[],
): Promise<(invoiceId: number) => string> {
  const { companyName } = await readCompany(work, userId)
  const ids = invoices.map(({ id }) => id)
  const { rows } = await sql<{ id: number; name: string | null }>`
    select invoice_id as id, snapshot -> 'remitTo' ->> 'name' as name from invoice_snapshots
    where user_id = ${userId} and invoice_id = any(${ids}::bigint[])`.execute(work)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return (invoiceId) => names.get(invoiceId) ?? companyName
}
