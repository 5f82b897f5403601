/** Approves several drafts, each in its own transaction (SPEC C168). */
import type { z } from 'zod'
import type { approveManySchema } from '#core/invoices/requests.ts'
import type { ApprovedInvoices } from '#core/invoices/responses.ts'
import type { Database } from '#server/database/open.ts'
import { asRequestError, RequestError } from '#server/errors.ts'
import { readInvoices } from '#server/invoices/rows.ts'
import { requireCompany } from '#server/settings/company.ts'
import { approveInvoice } from './approve.ts'

type Approver = { userId: string; personId: string }

/** Throws 409 with a question about the company. Approves the invoices in order. An invoice that is already approved is returned unchanged, so that the request can be repeated. */
export async function approveInvoices(
  database: Database,
  approver: Approver,
  { ids, ...request }: z.output<typeof approveManySchema>,
): Promise<ApprovedInvoices> {
  // One question for all drafts, not a failure of each.
  await requireCompany(database, approver.userId)
  const results: ApprovedInvoices['results'] = []
  for (const id of [...new Set(ids)]) results.push({ id, ...(await approveOne(id)) })
  return { results }

  async function approveOne(id: number) {
    const [known] = await readInvoices(database, approver.userId, [id])
    if (known?.state === 'approved') return { invoice: known }
    try {
      return { invoice: await approveInvoice(database, approver, id, request, undefined) }
    } catch (error) {
      // A constraint of the database too, such as a closed month: the others are approved.
      const known = error instanceof RequestError ? error : asRequestError(error)
      if (known && known.statusCode < 500) return { error: known.message }
      throw error
    }
  }
}
