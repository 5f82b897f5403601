/** Who a broker is to pay each invoice to. */
import type { Database, Work } from '#server/database/open.ts'
import { readCompany } from '#server/settings/company.ts'

/** The name by invoice. */
export async function readRemitTo(
  work: Database | Work,
  userId: string,
  invoices: readonly { id: number; withFactor: boolean }[],
): Promise<(invoiceId: number) => string> {
  const { companyName } = await readCompany(work, userId)
  const factored = new Set(invoices.filter((one) => one.withFactor).map(({ id }) => id))
  return (invoiceId) => (factored.has(invoiceId) ? 'The factor' : companyName)
}
