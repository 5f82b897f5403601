/** The remit-to address of an invoice (SPEC C166). */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { BillingSettings } from '#core/invoices/settings.ts'
import type { RemitTo } from '#core/invoices/snapshot.ts'
import type { Company, UnsavedCompany } from '#core/settings/company.ts'
import type { Database, Work } from '#server/database/open.ts'

/** `factorId`: null if the broker pays the carrier. */
type RemitToOfInvoice = { factorId: number | null; remitTo: RemitTo }

type Carrier = { settings: BillingSettings; company: Company | UnsavedCompany }

/** The remit-to of an invoice that is approved on `day`. The factoring feature defines the database function. */
export async function findRemitTo(
  work: Database | Work,
  userId: string,
  { brokerId, day }: { brokerId: number; day: Day },
  carrier: Carrier,
): Promise<RemitToOfInvoice> {
  const { rows } = await sql<RemitTo & { factorId: number }>`
    select factor_id, name, address, notice
    from find_factor_of_broker(${userId}::uuid, ${brokerId}::bigint, ${day}::date)`.execute(work)
  const [factor] = rows
  if (!factor) return { factorId: null, remitTo: ownRemitTo(carrier) }
  const { factorId, ...remitTo } = factor
  return { factorId, remitTo }
}

function ownRemitTo({ settings, company }: Carrier): RemitTo {
  return {
    name: settings.remitToName ?? company.companyName,
    address: settings.remitToAddress ?? formatCompanyAddress(company),
    notice: null,
  }
}

/** "123 Main Street\nDallas, TX 75201". */
export function formatCompanyAddress(company: Company | UnsavedCompany): string {
  const { companyAddress, companyCity, companyState, companyZip } = company
  const place = [companyCity, [companyState, companyZip].filter(Boolean).join(' ')]
  return [companyAddress, place.filter(Boolean).join(', ')].filter(Boolean).join('\n')
}
