/** Who the broker must pay for each invoice: the payee that the approved invoice prints, or the carrier again after a chargeback (SPEC C274). */
import { sql } from 'kysely'
import type { Database, Work } from '#server/database/open.ts'
import { readCompany } from '#server/settings/company.ts'

/**
 * Returns a function that names an invoice's payee. `withFactor`: the invoice is payable to a factor on the day of the
 * paper.
 */
export async function readRemitTo(
  work: Database | Work,
  userId: string,
  invoices: readonly { id: number; withFactor: boolean }[],
): Promise<(invoiceId: number) => string> {
  const { companyName } = await readCompany(work, userId)
  const ids = invoices.map(({ id }) => id)
  const withFactor = new Set(invoices.filter((one) => one.withFactor).map(({ id }) => id))
  const { rows } = await sql<{ id: number; name: string | null; printsFactor: boolean }>`
    select invoice_id as id, snapshot -> 'remitTo' ->> 'name' as name, factor_id is not null as prints_factor
    from invoice_snapshots join invoices on invoices.user_id = ${userId} and invoices.id = invoice_id
    where invoice_snapshots.user_id = ${userId} and invoice_id = any(${ids}::bigint[])`.execute(
    work,
  )
  const printed = rows.filter(({ id, printsFactor }) => !printsFactor || withFactor.has(id))
  const names = new Map(printed.map(({ id, name }) => [id, name]))
  return (invoiceId) => names.get(invoiceId) ?? companyName
}
